import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeDeliveries } from './delivery-rules.ts';
import type { DatabaseState } from './queries.ts';
import {
  judgeBackup,
  judgeCleanUp,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeFailure,
  judgeFeed,
  judgeJobs,
  judgeMigrations,
  judgePages,
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
  unconfirmed: false,
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

test('a check that fails shows the error of PostgreSQL and what helps', () => {
  const failed = (code: string) => judgeFailure('clock', Object.assign(new Error('no such luck'), { code }));
  assert.deepEqual(failed('57P01').ok, false);
  assert.match(failed('57P01').detail, /^It could not be checked: no such luck\. .+ PostgreSQL runs/);
  assert.match(
    failed('XX002').detail,
    /^It could not be checked: no such luck\. The database is damaged\. .+ backup/,
  );
  assert.match(failed('42501').detail, /^It could not be checked: no such luck\. .+ OWNER TO/);
});

test("a clock more than ten seconds before or behind the database's is a problem", () => {
  assert.equal(judgeClock(-10_000, null, new Date()).ok, true);
  assert.equal(judgeClock(-10_001, null, new Date()).ok, false);
  assert.equal(judgeClock(10_001, null, new Date()).ok, false);
});

test('a clock that is behind the time of the last event was set back', () => {
  const now = new Date('2026-11-22T20:41:00.000Z');
  const { ok, detail } = judgeClock(0, '2026-11-22T22:41:02.394+00:00', now);
  assert.equal(ok, false);
  assert.match(detail, /^It shows 2026-11-22T20:41:00.000Z, .*it was set back\. Nothing is lost/);
  assert.equal(judgeClock(0, '2026-11-22T20:41:05.000+00:00', now).ok, true);
});

test('events that the feed holds back for more than a minute are a problem, which names the holder', () => {
  const held_since = '2026-11-20T09:20:00.000+00:00';
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  const holder = { what: 'a transaction of billing', database: 'ledger', pid: 77 };
  assert.equal(judgeFeed({ held_since: null, holder }, at('09:20:00')).ok, true);
  assert.equal(judgeFeed({ held_since, holder }, at('09:21:00')).ok, true);
  const { ok, detail } = judgeFeed({ held_since, holder }, at('09:21:01'));
  assert.equal(ok, false);
  assert.match(
    detail,
    /^Held back since 2026-11-20T09:20:00\.000\+00:00 by a transaction of billing on the database ledger \(pid 77\): /,
  );
  assert.match(
    judgeFeed({ held_since, holder: null }, at('09:22:00')).detail,
    /by a transaction that has just ended/,
  );
});

test('dead rows of deliveries that PostgreSQL cannot clean up are a problem, which names the holder', () => {
  const since = '2026-11-20T09:20:00.000+00:00';
  const now = new Date('2026-11-20T09:21:01Z');
  const holder = { what: 'a transaction of pg_dump', database: 'rapport', pid: 77, age: 3, since };
  assert.equal(judgeCleanUp({ dead_rows: 150_000, holder }, now).ok, true);
  const { ok, detail } = judgeCleanUp({ dead_rows: 150_001, holder }, now);
  assert.equal(ok, false);
  assert.match(
    detail,
    /^150001 rows .+: a transaction of pg_dump on the database rapport \(pid 77\) may still see them, since 2026-11-20T09:20:00/,
  );
  const hidden = {
    what: 'the replication slot standby',
    database: null,
    pid: null,
    age: 10_001,
    since: null,
  };
  assert.match(
    judgeCleanUp({ dead_rows: 150_001, holder: hidden }, now).detail,
    /: the replication slot standby may still see them, for 10001 transactions\. /,
  );
});

test('dead rows that nobody holds are a problem only when PostgreSQL has stopped cleaning up', () => {
  const now = new Date('2026-11-20T09:21:01Z');
  const brief = {
    what: 'a transaction of us',
    database: 'rapport',
    pid: 77,
    age: 500,
    since: '2026-11-20T09:20:30Z',
  };
  for (const holder of [null, brief, { ...brief, since: null }]) {
    assert.equal(judgeCleanUp({ dead_rows: 1_000_000, holder }, now).ok, true);
    assert.match(judgeCleanUp({ dead_rows: 1_000_001, holder }, now).detail, /autovacuum is on/);
  }
});

const quiet = {
  open: { new: 0, waiting: 0, sending: 0 },
  lag_ms: 0,
  workers: 1,
  failing_receivers: 0,
  recovering_receivers: 0,
};

/** A database of the operator's own, where the doctor cannot see which roles are served. */
const OWN = null;

test('deliveries that wait for their next attempt are no problem, and neither is having none', () => {
  assert.deepEqual(judgeDeliveries(quiet, OWN), [
    { check: 'deliveries', ok: true, detail: '0 wait, 0 on the way; 1 worker runs' },
  ]);
  const busy = { ...quiet, open: { new: 1, waiting: 6, sending: 8 }, lag_ms: 60_000 };
  assert.deepEqual(judgeDeliveries(busy, OWN), [
    { check: 'deliveries', ok: true, detail: '7 wait, 8 on the way; 1 worker runs' },
  ]);
});

const late = { ...quiet, open: { new: 1, waiting: 0, sending: 0 }, lag_ms: 60_001 };

test('a delivery that waits for a worker for more than a minute is a problem, with and without workers', () => {
  const [none] = judgeDeliveries({ ...late, workers: 0 }, OWN);
  assert.deepEqual(none, {
    check: 'deliveries',
    ok: false,
    detail:
      '1 waits, 0 on the way, but no worker took any for 60 s. Start Rapport (npm start), or a worker: npx rapport serve --role worker',
  });
  const [slow] = judgeDeliveries({ ...late, workers: 2 }, OWN);
  assert.equal(slow!.ok, false);
  assert.match(
    slow!.detail,
    /^1 waits, 0 on the way, the oldest for 60 s\. 2 workers run and cannot keep up\. Start another: /,
  );
});

test('with the embedded database the advice does not name a second worker', () => {
  const advice = (workers: number, served: ('api' | 'worker')[]) =>
    judgeDeliveries({ ...late, workers }, served)[0]!.detail.split('60 s. ')[1];
  assert.equal(advice(0, []), 'Rapport does not run. Start it: npm start');
  assert.equal(advice(0, ['api']), 'Start one: npx rapport serve --role worker');
  assert.equal(
    advice(0, ['api', 'worker']),
    'The running worker does not report. Read its log, and restart Rapport.',
  );
  assert.match(
    advice(1, ['api', 'worker'])!,
    /^1 worker runs and cannot keep up\. .+ DATABASE_URL, where several can run \(docs\/operate\/.+\)\.$/,
  );
});

test('a worker of the embedded database that was just killed does not count as running', () => {
  assert.equal(judgeDeliveries(quiet, [])[0]!.detail, '0 wait, 0 on the way; 0 workers run');
  assert.match(judgeDeliveries(late, [])[0]!.detail, /no worker took any for 60 s\. .+ npm start$/);
});

test('no worker at all is a problem at once, but not while the embedded database is stopped', () => {
  const [external] = judgeDeliveries({ ...quiet, workers: 0 }, OWN);
  assert.deepEqual(external, {
    check: 'deliveries',
    ok: false,
    detail:
      '0 wait, 0 on the way. No worker runs, so no webhook is sent. Start Rapport (npm start), or a worker: npx rapport serve --role worker',
  });
  assert.match(
    judgeDeliveries({ ...quiet, workers: 0 }, ['api'])[0]!.detail,
    /No worker runs, so no webhook is sent\. Start one: /,
  );
  assert.equal(judgeDeliveries({ ...quiet, workers: 0 }, [])[0]!.ok, true);
  assert.equal(judgeDeliveries({ ...quiet, workers: 0 }, ['api', 'worker'])[0]!.ok, true);
});

test('failing receivers are reported, and are no problem of the service', () => {
  const [, receivers] = judgeDeliveries({ ...quiet, failing_receivers: 2 }, OWN);
  assert.deepEqual([receivers!.check, receivers!.ok], ['receivers', true]);
  assert.match(receivers!.detail, /^2 fail at the moment/);
});

test('old pages are a problem, missing ones are not', () => {
  assert.deepEqual(
    (['current', 'missing', 'older'] as const).map((found) => judgePages(found).ok),
    [true, true, false],
  );
  assert.match(judgePages('older').detail, /Build them with: npm run build$/);
});

test('a week without a backup is a problem, and so is a new installation without one', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const since = '2026-11-01T00:00:00Z';
  const of = (made_at: string | null, first = since) => judgeBackup({ made_at, since: first }, now);
  assert.deepEqual(of('2026-11-24T11:00:00Z'), {
    check: 'backup',
    ok: true,
    detail: 'the last one 1 day ago',
  });
  assert.match(of('2026-11-10T12:00:00Z').detail, /^The last one was made 15 days ago\. Make one each day/);
  assert.match(of(null).detail, /^None was made since the installation 24 days ago\./);
  assert.match(
    of(null, '2026-11-25T11:00:00Z').detail,
    /^None was made since the installation less than a day ago/,
  );
});

test('jobs are told, and a problem when the oldest waits for long or some were given up', () => {
  const open = { waiting: 1, running: 2 };
  assert.deepEqual(judgeJobs({ open, lag_ms: 0, failed: {} }), {
    check: 'jobs',
    ok: true,
    detail: '1 waits, 2 under way; given up in the last day: none',
  });
  const exports = judgeJobs({ open, lag_ms: 0, failed: { export: 1 } });
  assert.deepEqual(
    [exports.ok, /given up in the last day: 1 export\. Nobody/.test(exports.detail)],
    [false, true],
  );
  assert.match(judgeJobs({ open, lag_ms: 90_000, failed: {} }).detail, /waited for 90 s.*worker runs/);
  const mails = judgeJobs({ open, lag_ms: 0, failed: { mail: 3 } });
  assert.deepEqual([mails.ok, /3 mail\. These mails were given up/.test(mails.detail)], [false, true]);
});
