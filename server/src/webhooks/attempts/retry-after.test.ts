// In a process of its own: it sets the time zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfter_ms } from './retry-after.ts';

// This zone is not UTC, so a time without a zone would be another moment here.
process.env.TZ = 'America/New_York';

const NOW = new Date('2026-11-20T09:20:00.000Z');
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

const headers: [status: number, header: string | undefined, wait_ms: number | null][] = [
  [429, '120', 2 * MINUTE],
  [503, ' 5 ', 5 * SECOND],
  [503, '0', 0],
  [500, '120', null],
  [200, '120', null],
  [429, undefined, null],
  [429, '', null],
  [429, '-5', null],
  [429, '1.5', 2 * SECOND],
  [429, '0.2', SECOND],
  [429, '120, 60', 2 * MINUTE],
  [503, 'soon, 60', MINUTE],
  [503, 'Fri, 20 Nov 2026 09:21:00 GMT, 5', MINUTE],
  [503, '5, Fri, 20 Nov 2026 09:21:00 GMT', MINUTE],
  [429, '1e3', null],
  [429, 'soon', null],
  [429, '2026-11-20T10:00:00Z', null],
  [429, '86400', DAY],
  [429, '86401', DAY],
  [429, '99999999999999999999999999', DAY],
  [429, 'Fri, 20 Nov 2026 09:21:00 GMT', MINUTE],
  [429, 'Friday, 20-Nov-26 09:21:00 GMT', MINUTE],
  [429, 'Fri Nov 20 09:21:00 2026', MINUTE],
  [429, 'Fri, 20 Nov 2026 09:19:00 GMT', 0],
  [429, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
  [429, 'Fri, 20 Nov 2099 09:21:00 GMT', DAY],
  [429, 'Fri, 99 Nov 2026 09:21:00 GMT', null],
];
for (const [status, header, expected] of headers) {
  const meaning = expected === null ? 'asks for nothing' : `asks for ${expected / 1000} s`;
  test(`Retry-After "${header}" with ${status} ${meaning}`, () => {
    assert.equal(retryAfter_ms(status, header, NOW), expected);
  });
}
