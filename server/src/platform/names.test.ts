import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameErrorOf } from './names.ts';

const isName = (text: string) => nameErrorOf('/name', text, 200) === null;

/** All characters of the plane that holds the living scripts. */
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const those = (kept: (character: string) => boolean) =>
  characters.filter(kept).map((character) => character.charCodeAt(0).toString(16));

test('a name has no control characters, no line separators, and nothing that reverses the following text', () => {
  const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
  assert.deepEqual(
    those((character) => !isName(`A${character}B`)),
    those((character) => breaking.test(character)),
  );
});

test('a name needs a visible character', () => {
  const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
  assert.deepEqual(
    those((character) => !isName(`  ${character}  `)),
    those((character) => unseen.test(character)),
  );
  assert.equal(isName(''), false);
});

const NAMES = ['3M', 'हिन्दी समिति', 'می\u200cخواهم', 'שלום\u200f!', '👩‍🚀', '℞', '-'];
for (const name of NAMES) {
  test(`${name} is allowed as a name`, () => assert.equal(isName(name), true));
}

test('a fault of a name is reported at its field', () => {
  const of = (name: string) => {
    const error = nameErrorOf('/company', name, 5);
    return error && [error.pointer, error.code];
  };
  assert.deepEqual(
    [of('Acme'), of('\u200b'), of('Acme Ltd')],
    [null, ['/company', 'wrong_format'], ['/company', 'too_long']],
  );
});
