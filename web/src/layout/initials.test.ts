import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faceOf, initialsOf } from './initials.ts';

test('a person has the letters of the first and the last name', () => {
  assert.equal(initialsOf('Ada Lovelace', 'person'), 'AL');
  assert.equal(initialsOf('Jean Luc de la Fontaine', 'person'), 'JF');
  assert.equal(initialsOf('Ångström', 'person'), 'ÅN');
});

test('a company has the letters of its first two words, and signs are no words', () => {
  assert.equal(initialsOf('W. W. Grainger', 'company'), 'WW');
  assert.equal(initialsOf('Deere & Company', 'company'), 'DC');
  assert.equal(initialsOf('3M', 'company'), '3M');
  assert.equal(initialsOf('Zoetis', 'company'), 'ZO');
});

test('letters of any script are letters, with their accents', () => {
  assert.equal(initialsOf('山田 太郎', 'person'), '山太');
  assert.equal(initialsOf('E\u0301lodie Durand', 'person'), 'E\u0301D');
});

test('a name without letters has no initials', () => {
  assert.equal(initialsOf('—', 'company'), '');
  assert.equal(initialsOf('', 'person'), '');
});

test('an id always has the same colour, and many ids have all colours', () => {
  const ids = Array.from({ length: 400 }, (_, index) => `01a21390-aac8-7002-adee-${index}`);
  assert.equal(faceOf(ids[7]!), faceOf(ids[7]!));
  const counts = Map.groupBy(ids, faceOf);
  assert.equal(counts.size, 6);
  for (const of of counts.values()) assert.ok(of.length > 20);
});
