import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Member } from './members.ts';
import { beginningAt, offeredFor, withName } from './mention.ts';

const MEMBERS: Member[] = ['Ada Lovelace', 'Ben Carter', 'Åsa Berg', 'Adam Ant'].map((name) => ({
  uuid: name,
  name,
  says: name,
}));

const offered = (text: string) => {
  const beginning = beginningAt(text, text.length);
  return beginning && offeredFor(beginning, MEMBERS).map(({ name }) => name);
};

for (const [text, names] of [
  ['Ask @', ['Ada Lovelace', 'Ben Carter', 'Åsa Berg', 'Adam Ant']],
  ['@ada', ['Ada Lovelace', 'Adam Ant']],
  ['(@ada lo', ['Ada Lovelace']],
  ['Ask @carter', ['Ben Carter']],
  ['Ask @asa', ['Åsa Berg']],
  ['Ask @Ben Carter', []],
  ['Ask @zoe', []],
  ['mail ben@ada', null],
  ['Ask ada', null],
] as const)
  test(`behind "${text}" are offered: ${names ? names.join(', ') || 'nobody' : 'no names at all'}`, () => {
    assert.deepEqual(offered(text), names);
  });

test('a chosen name takes the place of its beginning, and the rest of the text stays', () => {
  const text = 'Ask @be about it';
  const cursor = 'Ask @be'.length;
  const chosen = withName(text, cursor, beginningAt(text, cursor)!, MEMBERS[1]!);
  assert.deepEqual(chosen, { text: 'Ask @Ben Carter about it', cursor: 'Ask @Ben Carter '.length });
});
