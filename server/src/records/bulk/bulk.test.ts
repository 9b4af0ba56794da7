import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Job } from '@rapport/contract/jobs';
import type { BulkResult, BulkStarted } from '@rapport/contract/records/bulk';
import pg from 'pg';
import sql from 'sql-template-tag';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { levelsOf, narrowAccess } from '../../testing/narrow-access.ts';
import { narrowed } from '../../testing/narrow-token.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

/** Two steps and a bit. */
const MANY = 450;

let app: TestApp;
let team: Team;
let count = 0;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
});
after(() => app.close());

const send = (method: string, path: string, body?: unknown, as: TestUser = team.member) =>
  app.call(method, `/api/v2${path}`, { as, body });

/** New Clients of one industry, with their versions. */
async function add(
  fields: object = {},
  length = 3,
  as = team.member,
): Promise<{ uuid: string; version: number }[]> {
  const industry = `Industry ${count++}`;
  const made: { uuid: string; version: number }[] = [];
  for (let from = 0; from < length; from += 200) {
    const operations = Array.from({ length: Math.min(200, length - from) }, (_, at) => ({
      action: 'create',
      data: { name: `C ${from + at}`, industry, ...fields },
    }));
    const { body } = await send('POST', '/clients/batch', { operations }, as);
    made.push(...body.data.outcomes.map(({ data }: { data: object }) => data));
  }
  return made.map(({ uuid, version }) => ({ uuid, version }));
}

const begin = async (body: object, as: TestUser = team.member): Promise<BulkStarted> => {
  const begun = await send('POST', '/clients/bulk', body, as);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  return begun.body.data;
};
const jobOf = async (uuid: string, as = team.member): Promise<Job & { result: BulkResult }> =>
  (await send('GET', `/jobs/${uuid}`, undefined, as)).body.data;
const finish = async (begun: BulkStarted, as = team.member) => {
  await app.jobs.finished();
  return jobOf(begun.job_uuid, as);
};
const run = async (body: object, as = team.member) => finish(await begin(body, as), as);
const read = async (uuid: string) => (await send('GET', `/clients/${uuid}`, undefined, team.owner)).body.data;

/** Does the jobs, and `work` while a step waits for this record. */
async function during({ uuid }: { uuid: string }, work: () => Promise<unknown>): Promise<void> {
  const holder = new pg.Client({ connectionString: app.connectionString });
  await holder.connect();
  try {
    await holder.query(`BEGIN; SELECT FROM clients WHERE uuid = '${uuid}' FOR UPDATE`);
    const done = app.jobs.finished();
    await until('the step', async () => {
      const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await app.db.query(waiting)).length > 0;
    });
    await work();
    await holder.query('ROLLBACK');
    await done;
  } finally {
    await holder.end();
  }
}

test('fields are set, custom ones by their keys, and tags added and taken away, as one change that is taken back', async () => {
  const records = await add({ tags: ['Old', 'kept'], custom: { a: 1, b: 2 } });
  const begun = await begin({
    records,
    action: 'update',
    data: { source: 'Fair', custom: { b: null, c: 3 } },
    add_tags: ['new', 'KEPT'],
    remove_tags: ['old'],
  });
  assert.equal(begun.total_count, 3);
  const open = await jobOf(begun.job_uuid);
  assert.deepEqual(
    [open.state, open.type, open.resource, open.subject_uuid],
    ['waiting', 'bulk', 'client', begun.change_uuid],
  );
  const { state, result, done_count } = await finish(begun);
  assert.deepEqual([state, done_count], ['completed', 3]);
  const none = { same_count: 0, kept: [], kept_count: 0 };
  assert.deepEqual(result, { change_uuid: begun.change_uuid, action: 'update', changed_count: 3, ...none });
  for (const { uuid } of records) {
    const { source, tags, custom } = await read(uuid);
    assert.deepEqual([source, tags, custom], ['Fair', ['kept', 'new'], { a: 1, b: null, c: 3 }]);
  }
  const change = (await send('GET', `/changes/${begun.change_uuid}`)).body.data;
  assert.deepEqual([change.source, change.counts.updated], ['bulk', 3]);
  const undone = await send('POST', `/changes/${begun.change_uuid}/undo`, {});
  assert.equal(undone.body.data.undone, 3);
  assert.deepEqual((await read(records[0]!.uuid)).custom, { a: 1, b: 2 });
});

test('what was so before is counted apart, and has no event', async () => {
  const records = await add({ source: 'Fair' });
  const { result } = await run({ records, action: 'update', data: { source: 'Fair' } });
  assert.deepEqual([result.changed_count, result.same_count], [0, 3]);
  assert.equal((await read(records[0]!.uuid)).version, 1);
});

test('a record that has changed, is gone, is of others or is refused is left alone and named; the rest is deleted', async () => {
  const [stale, gone, plain] = await add();
  const [foreign] = await add({ external_id: 'foreign' }, 1, team.stranger);
  const records = [stale, gone, plain, foreign];
  const begun = await begin({ records, action: 'delete' });
  await send('PATCH', `/clients/${stale!.uuid}`, { source: 'Meanwhile' });
  await send('DELETE', `/clients/${gone!.uuid}`);
  const { result } = await finish(begun);
  const named = result.kept.map(({ uuid, code }) => [uuid, code]).toSorted();
  const expected = [
    [stale!.uuid, 'version_mismatch'],
    [gone!.uuid, 'not_found'],
    [foreign!.uuid, 'not_found'],
  ];
  assert.deepEqual([result.changed_count, result.kept_count, named], [1, 3, expected.toSorted()]);
  assert.equal(JSON.stringify(result).includes('foreign'), false);
  assert.equal((await send('GET', `/clients/${foreign!.uuid}`, undefined, team.stranger)).status, 200);
  assert.equal((await send('GET', `/clients/${plain!.uuid}`)).status, 404);
});

test('a record that a rule or the database refuses stops no other', async () => {
  const records = await add();
  const { result } = await run({ records, action: 'update', data: { external_id: 'only one' } });
  assert.deepEqual([result.changed_count, result.kept_count], [1, 2]);
  assert.deepEqual([...new Set(result.kept.map(({ code }) => code))], ['conflict']);
});

test('a list is as it was at the start, but for some, and as many as were seen', async () => {
  const [first, second, third] = await add();
  const { industry } = await read(first!.uuid);
  const query = new URLSearchParams({ 'filter[industry]': industry, sort: 'name' }).toString();
  const body = { query, count: 3, except: [second!.uuid], action: 'update', data: { source: 'List' } };
  assertRefused(await send('POST', '/clients/bulk', { ...body, count: 2 }), 409, 'conflict');
  const begun = await begin(body);
  assert.equal(begun.total_count, 2);
  const late = await send('POST', '/clients', { name: 'Late', industry });
  await finish(begun);
  const sources = [first, second, third, late.body.data].map(async ({ uuid }) => (await read(uuid)).source);
  assert.deepEqual(await Promise.all(sources), ['List', null, 'List', null]);
  assertRefused(
    await send('POST', '/clients/bulk', { ...body, query: 'filter[nothing]=1' }),
    400,
    'query_invalid',
  );
  const all = { ...body, count: 4, except: [first, second, third, late.body.data].map(({ uuid }) => uuid) };
  assertRefused(await send('POST', '/clients/bulk', all), 409, 'conflict');
});

test('a request that makes no sense is refused with what is wrong, and does nothing', async () => {
  const records = await add();
  const set = { action: 'update', data: { source: 'Never' } };
  const many = Array.from({ length: 5001 }, () => ({ uuid: records[0]!.uuid }));
  for (const [body, pointer, code] of [
    [{ records: [], ...set }, '/records', 'too_few_items'],
    [{ records: many, ...set }, '/records', 'too_many_items'],
    [{ records: [{ uuid: 'none' }], ...set }, '/records/0/uuid', 'wrong_format'],
    [{ ...set }, '/records', 'required'],
    [{ records, query: '', count: 3, ...set }, '/query', 'not_allowed'],
    [{ records, count: 3, ...set }, '/count', 'not_allowed'],
    [{ query: '', ...set }, '/count', 'required'],
    [{ query: 'limit=5', count: 5, ...set }, '/query', 'not_allowed'],
    [{ query: 'q=%zz', count: 3, ...set }, '/query', 'wrong_value'],
    [{ query: 'filter[kind]=person&filter[kind]=organisation', count: 3, ...set }, '/query', 'not_allowed'],
    [{ records, action: 'update', data: { no_field: 1 } }, '/data/no_field', 'unknown_field'],
    [{ records, action: 'update', data: { status: 'no choice' } }, '/data/status', 'not_in_list'],
    [{ records, action: 'update', data: { version: 7 } }, '/data/version', 'unknown_field'],
    [{ records, action: 'update', data: {} }, '/data', 'required'],
    [{ records, action: 'update', add_tags: [] }, '/data', 'required'],
    [{ records, action: 'update', add_tags: ['x'.repeat(300)] }, '/add_tags/0', 'too_long'],
    [{ records, action: 'delete', data: {} }, '/data', 'not_allowed'],
    [{ records, action: 'restore' }, '/action', 'not_in_list'],
  ] as const) {
    const answer = await send('POST', '/clients/bulk', body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    const [error] = answer.body.errors;
    assert.deepEqual([error.pointer, error.code], [pointer, code]);
  }
  const million = JSON.stringify({ records: Array(1_000_000).fill({ uuid: records[0]!.uuid }), ...set });
  assert.equal((await send('POST', '/clients/bulk', million)).status, 413);
  assert.equal((await read(records[0]!.uuid)).version, 1);
});

test('a viewer, a token that may only read, and somebody without the Account are refused', async () => {
  const records = await add();
  const account_uuid = team.account_uuid;
  const body = { account_uuid, records, action: 'delete' };
  assertRefused(await send('POST', '/clients/bulk', body, team.viewer), 403, 'role_insufficient');
  assertRefused(await send('POST', '/clients/bulk', body, team.stranger), 404, 'not_found');
  const reader = await narrowed(app, team.member, 'read');
  assertRefused(await send('POST', '/clients/bulk', body, reader), 403, 'insufficient_scope');
});

test('a change is made once for an Idempotency-Key', async () => {
  const records = await add();
  const body = { records, action: 'update', data: { source: 'Once' } };
  const ask = () =>
    app.call('POST', '/api/v2/clients/bulk', {
      as: team.member,
      body,
      headers: { 'idempotency-key': 'bulk' },
    });
  const [one, other] = [await ask(), await ask()];
  assert.deepEqual([one.status, other.status, other.body], [202, 202, one.body]);
});

test('once its User may no longer write, it stops: what was changed stays, and nobody else is changed', async () => {
  const records = await add({}, MANY);
  const begun = await begin({ records, action: 'update', data: { source: 'Role' } });
  await during(records[0]!, () =>
    app.db.query(sql`UPDATE logins SET role = 'viewer' WHERE user_uuid = ${team.member.uuid}`),
  );
  await app.db.query(sql`UPDATE logins SET role = 'member' WHERE user_uuid = ${team.member.uuid}`);
  const { state, detail, result } = await jobOf(begun.job_uuid);
  assert.deepEqual([state, result.changed_count], ['failed', 200]);
  assert.match(detail!, /^Its User may no longer write/);
  assert.deepEqual(await app.db.query(sql`SELECT FROM bulk_portions WHERE job_uuid = ${begun.job_uuid}`), []);
});

test('it stops with its token, and not with the session of who signs out', async () => {
  const records = await add({}, MANY);
  const token = await narrowed(app, team.member, 'read write');
  const body = { records, action: 'update', data: { source: 'Token' } };
  const begun = await begin(body, token);
  await during(records[0]!, () =>
    app.db.query(sql`UPDATE personal_access_tokens SET revoked_at = now() WHERE name = 'read write'`),
  );
  const stopped = await jobOf(begun.job_uuid);
  assert.deepEqual([stopped.state, stopped.result.changed_count], ['failed', 200]);
  const [one] = await add({}, 1);
  const later = await begin({ records: [one], action: 'update', data: { source: 'Session' } });
  const actor = sql`jsonb_build_object('type', 'browser_session', 'uuid', new_uuid(now()), 'user_uuid', ${team.member.uuid}::text, 'name', 'Gone')`;
  await app.db.query(
    sql`UPDATE jobs SET step = jsonb_set(step::jsonb, '{cause,actor}', ${actor}) WHERE uuid = ${later.job_uuid}`,
  );
  assert.equal((await finish(later)).state, 'completed');
});

test('a record that is hidden from its User before its step is left alone, as if it were not there', async () => {
  const [own] = await add({ owner_uuid: team.member.uuid }, 1);
  const [others] = await add({ owner_uuid: team.owner.uuid }, 1);
  const begun = await begin({ records: [own, others], action: 'delete' });
  await narrowAccess(app, team.account_uuid, levelsOf('own'));
  const { result } = await finish(begun);
  await narrowAccess(app, team.account_uuid, null);
  assert.deepEqual(
    [result.changed_count, result.kept.map(({ uuid, code }) => [uuid, code])],
    [1, [[others!.uuid, 'not_found']]],
  );
  assert.equal((await read(others!.uuid)).version, 1);
});

test('a list has only what its User sees', async () => {
  const [own] = await add({ owner_uuid: team.member.uuid, source: 'Seen' }, 1);
  await add({ owner_uuid: team.owner.uuid, source: 'Seen' }, 1);
  await narrowAccess(app, team.account_uuid, levelsOf('own'));
  const body = { query: 'filter[source]=Seen', action: 'delete' };
  const wrong = await send('POST', '/clients/bulk', { ...body, count: 2 });
  const begun = await begin({ ...body, count: 1 });
  await narrowAccess(app, team.account_uuid, null);
  assertRefused(wrong, 409, 'conflict');
  await finish(begun);
  assert.equal((await send('GET', `/clients/${own!.uuid}`)).status, 404);
  assert.equal(
    (await send('GET', '/clients?filter[source]=Seen', undefined, team.owner)).body.data.length,
    1,
  );
});

test('stopped, it says what came of it so far, and takes no more', async () => {
  const records = await add({}, MANY);
  const begun = await begin({ records, action: 'update', data: { source: 'Stopped' } });
  let stopped!: ReturnType<typeof send>;
  await during(records[0]!, async () => {
    stopped = send('POST', `/jobs/${begun.job_uuid}/cancel`);
    await until('the cancellation', async () => {
      const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%FROM jobs AS job%' AND wait_event_type = 'Lock'`;
      return (await app.db.query(waiting)).length > 0;
    });
  });
  assert.equal((await stopped).status, 200);
  const { state, result } = await jobOf(begun.job_uuid);
  assert.equal(state, 'cancelled');
  assert.ok(result.changed_count >= 200 && result.changed_count < MANY, String(result.changed_count));
  const changed = sql`SELECT FROM clients WHERE source = 'Stopped'`;
  assert.equal((await app.db.query(changed)).length, result.changed_count);
  assert.deepEqual(await app.db.query(sql`SELECT FROM bulk_portions WHERE job_uuid = ${begun.job_uuid}`), []);
});

test('taken back while it is at work, it stops, and all is as before', async () => {
  const records = await add({}, MANY);
  const begun = await begin({ records, action: 'update', data: { source: 'Undone' } });
  let undone!: ReturnType<typeof send>;
  await during(records[0]!, async () => {
    undone = send('POST', `/changes/${begun.change_uuid}/undo`, {});
    await undone;
  });
  // The first step has written nothing yet, so nothing is to be taken back.
  assertRefused(await undone, 409, 'conflict');
  const again = await add({}, MANY);
  const second = await begin({ records: again, action: 'update', data: { source: 'Undone twice' } });
  await app.db.query(
    sql`UPDATE bulk_portions SET position = position + 10 WHERE job_uuid = ${second.job_uuid} AND position > 0`,
  );
  await during(again[200]!, async () => {
    undone = send('POST', `/changes/${second.change_uuid}/undo`, {});
    await until('the undo', async () => {
      const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await app.db.query(waiting)).length > 1;
    });
  });
  assert.ok([200, 202].includes((await undone).status), JSON.stringify((await undone).body));
  await app.jobs.finished();
  const { state, detail } = await jobOf(second.job_uuid);
  assert.deepEqual(await app.db.query(sql`SELECT FROM clients WHERE source = 'Undone twice'`), []);
  assert.equal(state, 'failed');
  assert.match(detail!, /^Its change was taken back/);
});

test('of two over the same records the second names those that the first has changed', async () => {
  const records = await add({}, MANY);
  const first = await begin({ records, action: 'update', data: { source: 'First' } });
  const second = await begin({ records, action: 'update', data: { source: 'Second' } });
  await app.jobs.finished();
  const results = [await jobOf(first.job_uuid), await jobOf(second.job_uuid)].map(({ result }) => result);
  const changed = results.map((result) => result.changed_count);
  assert.equal(changed[0]! + changed[1]!, MANY);
  assert.equal(results[0]!.kept_count + results[1]!.kept_count, MANY);
  assert.deepEqual(
    await app.db.query(sql`SELECT FROM clients WHERE source IN ('First', 'Second') AND version <> 2`),
    [],
  );
});

test('its User is told of the end of a long one', async () => {
  const records = await add({}, 1000);
  await run({ records, action: 'update', data: { source: 'Told' } });
  const [told] = (await send('GET', '/notifications')).body.data;
  assert.deepEqual(
    [told.sort, told.subject.resource, told.subject.name],
    ['bulk_done', 'change', '1000 / 1000'],
  );
});
