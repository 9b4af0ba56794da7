// In a process of its own: it sets the time zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from './errors.ts';

// In this zone, a date without a zone would be read as another time than in UTC.
process.env.TZ = 'America/New_York';

const SENT_AT = Date.UTC(1994, 10, 6, 8, 49, 7);

for (const header of [
  '30',
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
]) {
  test(`Retry-After "${header}" asks for half a minute`, (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: SENT_AT });
    const response = new Response('', { headers: { 'retry-after': header } });
    assert.equal(readRetryAfter(response), 30_000);
  });
}

test('Retry-After that is neither a number nor a date asks for nothing', () => {
  assert.equal(readRetryAfter(new Response('', { headers: { 'retry-after': 'soon' } })), null);
});
