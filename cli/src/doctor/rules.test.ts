import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBacklog, judgeClock, judgeDisk, judgeMigrations } from './rules.ts';

const now = new Date('2026-11-20T09:20:00.000Z');

test('a disk with less than 1 GB free is a problem', () => {
  assert.equal(judgeDisk(1e9).ok, true);
  assert.deepEqual(judgeDisk(0.44e9), {
    check: 'disk space',
    ok: false,
    detail: 'Only 0.4 GB free, and a full disk stops the database. Free some of it.',
  });
});

test('a migration that is not applied is named, with the command that applies it', () => {
  const { ok, detail } = judgeMigrations(['0001_start.sql', '0002_more.sql'], ['0001_start.sql']);
  assert.equal(ok, false);
  assert.equal(detail, 'Not applied: 0002_more.sql. Apply with: npx rapport migrate');
});

test('a database of a newer release is a problem', () => {
  const { ok, detail } = judgeMigrations(['0001_start.sql'], ['0001_start.sql', '0002_more.sql']);
  assert.equal(ok, false);
  assert.match(detail, /^The database has 0002_more\.sql, which this release does not know\./);
});

test("a clock more than ten seconds before or behind the database's is a problem", () => {
  assert.equal(judgeClock(-10_000).ok, true);
  assert.equal(judgeClock(-10_001).ok, false);
  assert.equal(judgeClock(10_001).ok, false);
});

test('deliveries that wait for their time, and none at all, are no problem', () => {
  assert.equal(judgeBacklog(0, null, now).detail, 'none waits');
  assert.equal(judgeBacklog(7, '2026-11-20T19:20:00.000+00:00', now).ok, true);
});

test('a delivery that was due more than a minute ago is a problem', () => {
  assert.equal(judgeBacklog(1, '2026-11-20T09:19:00.000+00:00', now).ok, true);
  const { ok, detail } = judgeBacklog(1, '2026-11-20T09:18:59.999+00:00', now);
  assert.equal(ok, false);
  assert.match(
    detail,
    /^1 waits, the first due at 2026-11-20T09:18:59\.999\+00:00: no worker keeps up\. Start one: /,
  );
});
