import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './languages.ts';

test('a browser gets the language that it likes best among those there are', () => {
  assert.equal(languageOf('de-AT,de;q=0.9,en;q=0.8'), 'de');
  assert.equal(languageOf('fr-FR,fr;q=0.9,en;q=0.5,de;q=0.7'), 'de');
  assert.equal(languageOf('en-GB,de;q=0.5'), 'en');
  assert.equal(languageOf('de;q=0,en;q=0.1'), 'en');
});

test('a browser that asks for none of them, or for nothing that can be read, gets English', () => {
  for (const header of [undefined, '', '*', 'fr', ';;,q=x', 'de;q=abc', `${'x,'.repeat(10_000)}de`])
    assert.equal(languageOf(header), 'en');
});
