import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CustomField } from '@rapport/contract/custom-fields';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let app: TestApp;
let ada: TestUser;
let bob: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  await app.startWorker();
  ada = await app.addUser('Ada');
  bob = await app.addUser('Bob');
  account_uuid = await app.addAccount(ada);
  await app.addLogin(account_uuid, bob, 'admin');
});
after(() => app.close());

/** Calls the API; returns the data and the change. */
async function call(method: string, path: string, body?: object, as = ada) {
  const answer = await app.call(method, `/api/v2${path}`, { as, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return { data: answer.body?.data, change: answer.headers.get('x-change-uuid')! };
}

const declare = (label: string, more: object = {}) =>
  call('POST', '/custom-fields', { account_uuid, resource: 'client', label, type: 'text', ...more });
const put = (uuid: string, body: object) => call('PATCH', `/custom-fields/${uuid}`, body);
const undo = (change: string, as = ada) => call('POST', `/changes/${change}/undo`, {}, as);
const read = async (uuid: string): Promise<CustomField> => (await call('GET', `/custom-fields/${uuid}`)).data;

test('the undo of an archived field brings it back, and can be taken back', async () => {
  const { data } = await declare('Archived');
  const { change } = await put(data.uuid, { archived_at: '2027-01-01T00:00:00Z' });
  const undone = await undo(change);
  assert.deepEqual([undone.data.undone, undone.data.kept], [1, []]);
  assert.equal((await read(data.uuid)).archived_at, null);
  await undo(undone.change);
  assert.notEqual((await read(data.uuid)).archived_at, null);
});

test('a label that another field has meanwhile does not come back', async () => {
  const { data } = await declare('First');
  const { change } = await put(data.uuid, { label: 'Second' });
  await declare('first');
  const { data: taken } = await undo(change);
  assert.deepEqual([taken.undone, taken.kept[0].field], [0, 'label']);
  assert.match(taken.kept[0].reason, /the field custom.first_2 is called "first" too/);
  assert.equal((await read(data.uuid)).label, 'Second');
});

test('what others have changed of a field since is kept and named', async () => {
  const { data } = await declare('Before', { help: 'Old.', group_name: 'Old' });
  const { change } = await put(data.uuid, { label: 'After', help: 'New.', group_name: 'New' });
  await put(data.uuid, { label: 'Later' });
  const { data: taken } = await undo(change);
  const reason = 'It has changed since.';
  const kept = [{ resource: 'custom_field', uuid: data.uuid, field: 'label', reason }];
  assert.deepEqual([taken.undone, taken.kept], [1, kept]);
  const { label, help, group_name } = await read(data.uuid);
  assert.deepEqual([label, help, group_name], ['Later', 'Old.', 'Old']);
});

test('a field that a change made goes, and is there again when that is taken back', async () => {
  const { data, change } = await declare('Unused');
  const undone = await undo(change);
  assert.equal(undone.data.undone, 1);
  assert.equal((await app.call('GET', `/api/v2/custom-fields/${data.uuid}`, { as: ada })).status, 404);
  await undo(undone.change);
  assert.equal((await read(data.uuid)).label, 'Unused');
});

test('another type of a field is taken back with the values that it has read', async () => {
  const { data } = await declare('Size');
  const name = (custom: object) => call('POST', '/clients', { account_uuid, name: 'Sized', custom });
  const [number, text] = [await name({ size: '1.50' }), await name({ size: 'large' })];
  const { change } = await call('POST', `/custom-fields/${data.uuid}/convert`, {
    type: 'number',
    failing: 'clear',
  });
  const sizes = async () => {
    const of = async ({ data: { uuid } }: typeof number) =>
      (await call('GET', `/clients/${uuid}`)).data.custom;
    return [(await read(data.uuid)).type, (await of(number)).size, (await of(text)).size];
  };
  await app.jobs.finished();
  assert.deepEqual(await sizes(), ['number', 1.5, undefined]);
  const undone = await undo(change);
  assert.deepEqual(undone.data.kept, []);
  await app.jobs.finished();
  assert.deepEqual(await sizes(), ['text', '1.50', 'large']);
  const found = await call('GET', `/clients?account_uuid=${account_uuid}&filter[custom.size]=large`);
  assert.equal(found.data.length, 1);
  await undo(undone.change);
  await app.jobs.finished();
  assert.deepEqual(await sizes(), ['number', 1.5, undefined]);
});

test('an undo that took nothing back is found by the uuid that it answered with', async () => {
  const { data } = await declare('Kept');
  const { change } = await put(data.uuid, { label: 'Kept once' });
  await put(data.uuid, { label: 'Kept twice' });
  const { change: undoing } = await undo(change);
  const { data: found } = await call('GET', `/changes/${undoing}`);
  assert.deepEqual(
    [found.source, found.counts, found.undoable_until],
    ['undo', { created: 0, updated: 0, deleted: 0, restored: 0 }, null],
  );
  assert.deepEqual((await call('GET', `/changes/${undoing}/events`)).data, []);
  const again = await app.call('POST', `/api/v2/changes/${undoing}/undo`, { as: ada, body: {} });
  assert.deepEqual([again.status, again.body.code], [409, 'conflict']);
});

test('a field that a change made is archived while records have values in it', async () => {
  const { data, change } = await declare('Made');
  const client = await call('POST', '/clients', { account_uuid, name: 'A', custom: { made: 'kept' } });
  assert.equal((await undo(change)).data.undone, 1);
  assert.notEqual((await read(data.uuid)).archived_at, null);
  assert.equal((await call('GET', `/clients/${client.data.uuid}`)).data.custom.made, 'kept');
});

test('a deleted field is there again under its own uuid, and lists find the values that records kept', async () => {
  const { data } = await declare('Seats', { type: 'number' });
  const client = await call('POST', '/clients', { account_uuid, name: 'B', custom: { seats: 12 } });
  const { change } = await call('DELETE', `/custom-fields/${data.uuid}`);
  assert.deepEqual((await call('POST', `/changes/${change}/undo`, { dry_run: true })).data.kept, []);
  const undone = await undo(change);
  assert.deepEqual([undone.data.undone, undone.data.kept], [1, []]);
  const found = await until('the values of the field', async () => {
    const rows = await call('GET', `/clients?account_uuid=${account_uuid}&filter[custom.seats][gte]=12`);
    return rows.data.length > 0 ? rows.data : undefined;
  });
  assert.equal(found[0].uuid, client.data.uuid);
  const { key, type, label, version } = await read(data.uuid);
  assert.deepEqual([key, type, label, version], ['seats', 'number', 'Seats', 2]);
});

test('a field that is there again has the versions of before', async () => {
  const { data } = await declare('Colour', { type: 'choice', options: [{ label: 'Red' }] });
  await put(data.uuid, { label: 'Shade', options: [...data.options, { label: 'Blue' }] });
  const path = `/custom-fields/${data.uuid}/versions`;
  const { data: before } = await call('GET', path);
  const { change } = await call('DELETE', `/custom-fields/${data.uuid}`);
  await undo(change);
  const [latest, ...others] = (await call('GET', path)).data;
  assert.deepEqual([latest.version, others], [3, before]);
});

test('a deleted field whose key another has now stays away, and that is said', async () => {
  const { data } = await declare('Twice');
  const { change } = await call('DELETE', `/custom-fields/${data.uuid}`);
  await declare('Twice');
  const { data: taken } = await undo(change);
  const reason = 'Another custom field has its key now. Delete or rename that one.';
  const kept = [{ resource: 'custom_field', uuid: data.uuid, field: null, reason }];
  assert.deepEqual([taken.undone, taken.kept], [0, kept]);
});

test('a trial of an undo changes no field', async () => {
  const { data } = await declare('Tried');
  const { change } = await put(data.uuid, { label: 'Renamed' });
  const { data: tried } = await call('POST', `/changes/${change}/undo`, { dry_run: true });
  assert.deepEqual([tried.undone, (await read(data.uuid)).label], [1, 'Renamed']);
});

test('who may not change fields any more takes none of their own back', async () => {
  const { data } = await declare('Guarded');
  const { change } = await call('PATCH', `/custom-fields/${data.uuid}`, { label: 'By Bob' }, bob);
  await app.db.query(sql`UPDATE logins SET role = 'member' WHERE user_uuid = ${bob.uuid}`);
  const { data: taken } = await undo(change, bob);
  assert.deepEqual(
    [taken.undone, taken.kept[0].reason],
    [0, 'Only owners and admins change custom fields. Ask one of them.'],
  );
  assert.equal((await read(data.uuid)).label, 'By Bob');
});
