import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import { findStaleActivity } from '../crm/activity.ts';
import { clients } from '../crm/clients/kind.ts';
import { KINDS } from '../crm/kinds.ts';
import { Problem } from '../platform/problem.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { findDisagreements } from './agreement.ts';
import { purgeRecordsOf } from './purge.ts';

let app: TestApp;
let ada: TestUser;
const uuids: Record<string, string> = {};

/** Records of every kind, made, changed, moved, imported, deleted, restored and purged. */
before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
  const send = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await app.call(method, `/api/v2/${path}`, { as: ada, body, headers });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body?.data;
  };
  const [{ stages }] = await send('GET', 'pipelines');
  const client = await send('POST', 'clients', { name: 'Kept' });
  const other = await send('POST', 'clients', { name: 'Gone' });
  const contact = await send('POST', 'contacts', { name: 'Ada', clients: [{ client_uuid: client.uuid }] });
  const deal = await send('POST', 'deals', { title: 'D', client_uuid: other.uuid });
  await send('POST', 'deals', { title: 'With', client_uuid: client.uuid });
  const records = [
    { resource: 'deal', uuid: deal.uuid },
    { resource: 'client', uuid: client.uuid },
  ];
  const note = await send('POST', 'notes', { body: 'N', records });
  const task = await send('POST', 'tasks', { title: 'T', due_on: '2026-12-01', records });
  await send('PATCH', `deals/${deal.uuid}`, { stage_uuid: stages[1].uuid });
  await send('PATCH', `tasks/${task.uuid}`, { status: 'completed' });
  await send('PATCH', `pipelines/${deal.pipeline_uuid}`, { name: 'Renamed' });
  await send('DELETE', `contacts/${contact.uuid}`);
  await send('POST', `contacts/${contact.uuid}/restore`);
  await send('POST', 'clients/batch', {
    operations: [
      { action: 'update', uuid: client.uuid, data: { status: 'active' } },
      { action: 'delete', uuid: other.uuid },
    ],
  });
  const file = 'name,external_id,client\nImported,I-1,Kept\nImported twice,I-1,Kept\n';
  await send('POST', 'contacts/import', file, { 'content-type': 'text/csv' });
  app.clock.advance(31 * 86_400_000);
  await purgeRecordsOf(clients, app.db, app.clock);
  await send('DELETE', `contacts/${contact.uuid}`);
  const merged = await send('POST', 'contacts', { name: 'Kept' });
  const stays = await send('POST', 'contacts', { name: 'Kept' });
  await send('POST', `contacts/${stays.uuid}/merge`, { from_uuid: merged.uuid });
  Object.assign(uuids, {
    merged: merged.uuid,
    client: client.uuid,
    deal: deal.uuid,
    note: note.uuid,
    contact: contact.uuid,
  });
});
after(() => app.close());

test('the tables of records agree after all kinds of changes by the API', async () => {
  assert.deepEqual(await findDisagreements(app.db, KINDS), []);
  assert.deepEqual(await findStaleActivity(app.db), []);
});

for (const [what, damage, expected] of [
  [
    'a record whose place is that of another kind',
    () => sql`UPDATE records SET resource = 'task' WHERE uuid = ${uuids.client}`,
    ['no_place client', 'no_record task', 'wrong_link note'],
  ],
  ['a place without its record', () => sql`DELETE FROM notes WHERE uuid = ${uuids.note}`, ['no_record note']],
  [
    'a merged record that is not deleted',
    () => sql`INSERT INTO merges (account_uuid, from_uuid, into_uuid, resource, merged_at)
      SELECT account_uuid, uuid, uuid, 'deal', now() FROM deals WHERE uuid = ${uuids.deal}`,
    ['wrong_merge deal'],
  ],
  [
    'a merged record that leads nowhere',
    () => sql`DELETE FROM merges WHERE from_uuid = ${uuids.merged}`,
    ['wrong_merge contact'],
  ],
  [
    'a link whose history is gone',
    () => sql`DELETE FROM timeline WHERE record_uuid = ${uuids.deal}`,
    ['no_history note'],
  ],
  [
    'a change without its event',
    () => sql`UPDATE deals SET version = 9 WHERE uuid = ${uuids.deal}`,
    ['no_event deal'],
  ],
  [
    'a deletion without its event',
    () => sql`UPDATE contacts SET deleted_at = NULL WHERE uuid = ${uuids.contact}`,
    ['no_event contact'],
  ],
  [
    'an event of what is gone for good',
    () => sql`UPDATE events SET body = '{}' WHERE body IS NULL`,
    ['not_erased client'],
  ],
  [
    'an activity that nobody did',
    () => sql`UPDATE clients SET last_activity_at = now() WHERE uuid = ${uuids.client}`,
    ['stale_activity client'],
  ],
] as [string, () => Sql, string[]][]) {
  test(`the check finds ${what}`, async () => {
    await app.db.transaction(async (tx) => {
      await tx.query(damage());
      const found = [...(await findDisagreements(tx, KINDS)), ...(await findStaleActivity(tx))];
      const faults = found.map(({ fault, resource }) => `${fault} ${resource}`);
      for (const fault of expected) assert.ok(faults.includes(fault), `${fault} is not among ${faults}`);
      return new Problem('conflict', 'the damage is undone');
    });
  });
}
