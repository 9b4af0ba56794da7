import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Notes, notesIn } from './notes.ts';

/** Notes whose notifications wait until they are let through. */
function heldNotes() {
  const sent: string[][] = [];
  const held: (() => void)[] = [];
  const notes = new Notes((_, payloads) => {
    sent.push(payloads);
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push(resolve);
    return promise;
  });
  return { notes, sent, letThrough: () => held.shift()?.() };
}

test('the first note goes at once, and those that come meanwhile go together', async () => {
  const { notes, sent, letThrough } = heldNotes();
  notes.add('news', ['a']);
  assert.deepEqual(sent, [['a']]);
  notes.add('news', ['b', 'c']);
  notes.add('news', ['c', 'd']);
  assert.equal(sent.length, 1);
  const finished = notes.finish();
  letThrough();
  while (sent.length < 2) await new Promise(setImmediate);
  letThrough();
  await finished;
  assert.deepEqual(notesIn(sent[1]![0]!), ['b', 'c', 'd']);
});

test('more notes than PostgreSQL takes in one payload go in several', async () => {
  const { notes, sent, letThrough } = heldNotes();
  const many = Array.from({ length: 300 }, (_, n) => `${n} ${'é'.repeat(50)}`);
  notes.add('news', many);
  letThrough();
  await notes.finish();
  assert.ok(sent[0]!.length > 3);
  for (const payload of sent[0]!) assert.ok(Buffer.byteLength(payload) < 8000);
  assert.deepEqual(sent[0]!.flatMap(notesIn), many);
});
