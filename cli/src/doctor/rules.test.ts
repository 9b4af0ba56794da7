import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseState } from './queries.ts';
import {
  judgeClock,
  judgeDatabase,
  judgeDeliveries,
  judgeDisk,
  judgeFailure,
  judgeMigrations,
} from './rules.ts';

test('a disk with less than 1 GB free is a problem', () => {
  assert.equal(judgeDisk(1e9).ok, true);
  assert.deepEqual(judgeDisk(0.44e9), {
    check: 'disk space',
    ok: false,
    detail: 'Only 0.4 GB free, and a full disk stops the database. Free some of it.',
  });
});

test('a migration that is not applied is named, with the command that applies it', () => {
  const { ok, detail } = judgeMigrations({ applied: 1, pending: ['0002_more.sql'] });
  assert.equal(ok, false);
  assert.equal(detail, 'Not applied: 0002_more.sql. Apply with: npx rapport migrate');
});

const database: DatabaseState = {
  version: '18.1',
  read_only: false,
  standby: false,
  user: 'rapport',
  may_create: true,
  closed_tables: [],
};

test('a database whose user may not create tables, or does not own those that are there, is a problem', () => {
  assert.deepEqual(judgeDatabase(database), {
    check: 'database',
    ok: true,
    detail: 'PostgreSQL 18.1',
  });
  assert.match(
    judgeDatabase({ ...database, may_create: false }).detail,
    /ALTER DATABASE … OWNER TO rapport$/,
  );
  assert.match(
    judgeDatabase({ ...database, closed_tables: ['users', 'accounts'] }).detail,
    /does not own Rapport's tables, such as users, .+ ALTER TABLE … OWNER TO rapport$/,
  );
});

test('a database that takes no changes is a problem, and the advice depends on why', () => {
  const standby = judgeDatabase({ ...database, read_only: true, standby: true });
  assert.equal(standby.ok, false);
  assert.match(standby.detail, /^It takes no changes, because it is a standby\. .+ DATABASE_URL .+ primary/);
  const full = judgeDatabase({ ...database, read_only: true });
  assert.match(full.detail, /^It takes no changes, because it is read-only, .+ disk/);
});

test('a look that fails says what PostgreSQL said, and what helps', () => {
  const failed = (code: string) => judgeFailure('clock', Object.assign(new Error('no such luck'), { code }));
  assert.deepEqual(failed('57P01').ok, false);
  assert.match(failed('57P01').detail, /^It could not be looked at: no such luck\. .+ PostgreSQL runs/);
  assert.match(
    failed('XX002').detail,
    /^It could not be looked at: no such luck\. The database is damaged\. .+ backup/,
  );
  assert.match(failed('42501').detail, /^It could not be looked at: no such luck\. .+ OWNER TO/);
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
  workers: 1,
  failing_receivers: 0,
  recovering_receivers: 0,
};

test('deliveries that wait for their time, and none at all, are no problem', () => {
  assert.deepEqual(judgeDeliveries(quiet), [
    { check: 'deliveries', ok: true, detail: '0 wait, 0 on the way; 1 worker runs' },
  ]);
  const busy = { ...quiet, open: { new: 1, waiting: 6, sending: 8 }, lag_ms: 60_000 };
  assert.deepEqual(judgeDeliveries(busy), [
    { check: 'deliveries', ok: true, detail: '7 wait, 8 on the way; 1 worker runs' },
  ]);
});

test('a delivery that no worker took for more than a minute is a problem, whether none runs or those that do cannot keep up', () => {
  const late = { ...quiet, open: { new: 1, waiting: 0, sending: 0 }, lag_ms: 60_001 };
  const [none] = judgeDeliveries({ ...late, workers: 0 });
  assert.equal(none!.ok, false);
  assert.match(none!.detail, /^1 waits, 0 on the way, but no worker took any for 60 s\. Start one: /);
  const [slow] = judgeDeliveries({ ...late, workers: 2 });
  assert.equal(slow!.ok, false);
  assert.match(
    slow!.detail,
    /^1 waits, 0 on the way, the oldest for 60 s\. 2 workers run and cannot keep up\. Start another: /,
  );
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
