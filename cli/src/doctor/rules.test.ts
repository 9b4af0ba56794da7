import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeClock, judgeDeliveries, judgeDisk, judgeMigrations } from './rules.ts';

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

const quiet = {
  open: { new: 0, waiting: 0, sending: 0 },
  lag_ms: 0,
  lost: 0,
  failing_receivers: 0,
  recovering_receivers: 0,
};

test('deliveries that wait for their time, and none at all, are no problem', () => {
  assert.deepEqual(judgeDeliveries(quiet), [
    { check: 'deliveries', ok: true, detail: '0 wait, 0 on the way' },
  ]);
  const busy = { ...quiet, open: { new: 1, waiting: 6, sending: 8 }, lag_ms: 60_000 };
  assert.deepEqual(judgeDeliveries(busy), [
    { check: 'deliveries', ok: true, detail: '7 wait, 8 on the way' },
  ]);
});

test('a delivery that no worker took for more than a minute is a problem', () => {
  const [check] = judgeDeliveries({ ...quiet, open: { new: 1, waiting: 0, sending: 0 }, lag_ms: 60_001 });
  assert.equal(check!.ok, false);
  assert.match(check!.detail, /^1 waits, 0 on the way, but no worker took any for 60 s\. Start one: /);
});

test('deliveries of a worker that is gone are a problem when nobody takes them over', () => {
  const [, lost] = judgeDeliveries({ ...quiet, lost: 3 });
  assert.deepEqual([lost!.check, lost!.ok], ['lost deliveries', false]);
});

test('receivers that fail are told, and are no problem of the service', () => {
  const [, receivers] = judgeDeliveries({ ...quiet, failing_receivers: 2 });
  assert.deepEqual([receivers!.check, receivers!.ok], ['receivers', true]);
  assert.match(receivers!.detail, /^2 fail at the moment/);
});
