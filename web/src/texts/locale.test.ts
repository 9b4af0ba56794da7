import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeOf } from './locale.ts';

const TIME = new Date('2026-11-04T14:30:00Z');
const said = (language: string) =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(TIME);

test('the words of a day are English, its order and clock those of the region', () => {
  assert.equal(said('de'), '4 Nov 2026, 14:30');
  assert.equal(said('fr-CA'), said('en-CA'));
  assert.match(said('en-US'), /^Nov 4, 2026, 2:30\sPM$/);
  assert.equal(said('en-GB'), '4 Nov 2026, 14:30');
});

test('a language of no region is that of where most people speak it', () => {
  assert.equal(localeOf('pt'), 'en-BR');
  assert.equal(localeOf('eo'), 'en-001');
});
