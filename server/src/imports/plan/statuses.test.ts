import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Import } from '@rapport/contract/imports';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { Worker } from '../../worker.ts';
import { draftOf, finish, recordsOf } from '../testing/sending.ts';

let app: TestApp;
let worker: Worker;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
});
after(async () => {
  await worker.stop();
  await app.close();
});
beforeEach(async () => {
  ann = await app.addUser();
  account = await app.addAccount(ann);
});

const draft = (name: string, lines: string[]) => draftOf(app, ann, account, { [name]: lines.join('\n') });

/** The status of each Client by its name, once the draft is imported. */
async function statusesOf({ uuid }: Import): Promise<Record<string, string>> {
  const { counts } = await finish(app, ann, uuid);
  assert.equal(counts.lost_cells, 0);
  const clients = await recordsOf(app, ann, 'clients');
  return Object.fromEntries(clients.map(({ name, status }) => [name, status]));
}

const toldOf = ({ warnings }: Import) =>
  warnings.flatMap(({ code, detail }) => (code === 'values_unknown' ? [detail] : []));

test('customers and prospects of Salesforce arrive as such, and what their types say is kept', async () => {
  const accounts = ['Customer - Direct', 'Customer - Channel', 'Prospect', 'Technology Partner', ''];
  const made = await draft('Account.csv', [
    'Id,IsDeleted,MasterRecordId,Name,Type,BillingStreet,BillingCity',
    ...accounts.map((type, n) => `001${n},0,,Firm ${n},${type},Street ${n},Town`),
  ]);
  assert.deepEqual(made.plan.values['client.status'], {
    'Customer - Direct': 'active',
    'Customer - Channel': 'active',
    Prospect: 'prospect',
    'Technology Partner': null,
  });
  assert.deepEqual(
    made.preview.map(({ fields }) => fields!.status),
    ['active', 'active', 'prospect', undefined, undefined],
  );
  assert.deepEqual(toldOf(made), [
    'Say what "Technology Partner" means for client status, or it stays as it is without it.',
  ]);
  const plan = structuredClone(made.plan);
  Object.assign(plan.values['client.status']!, { 'Technology Partner': 'inactive' });
  const changed = await app.call('PATCH', `/api/v2/imports/${made.uuid}`, { as: ann, body: { plan } });
  assert.equal(changed.status, 200);
  assert.deepEqual(await statusesOf(changed.body.data), {
    'Firm 0': 'active',
    'Firm 1': 'active',
    'Firm 2': 'prospect',
    'Firm 3': 'inactive',
    'Firm 4': 'lead',
  });
  const [first] = await recordsOf(app, ann, 'clients');
  assert.equal(first!.custom.Type, 'Customer - Direct');
});

test('types of Salesforce of which none says where the relation stands are a custom field alone', async () => {
  const made = await draft('Account.csv', [
    'Id,IsDeleted,MasterRecordId,Name,Type,BillingStreet,BillingCity',
    '0011,0,,Zeiss,Hospital,Carl-Zeiss-Str. 1,Oberkochen',
  ]);
  assert.deepEqual([made.plan.values['client.status'], toldOf(made)], [undefined, []]);
  assert.deepEqual(await statusesOf(made), { Zeiss: 'lead' });
});

test('customers and former customers of Zoho arrive as such', async () => {
  const made = await draft('Accounts.csv', [
    'Record Id,Account Name,Account Owner,Account Type,Billing Street',
    ...['Customer', 'Former customer', 'Prospect', '-None-'].map((type, n) => `z${n},Firm ${n},,${type},`),
  ]);
  assert.deepEqual(Object.values(await statusesOf(made)), ['active', 'inactive', 'prospect', 'lead']);
});

test('a label or a won deal of Pipedrive makes a customer, and other labels need no meaning', async () => {
  const made = await draft('organizations.csv', [
    'Organization - ID,Organization - Name,Organization - Labels,Organization - Won deals',
    '1,By label,"VIP, Customer",0',
    '2,By deals,Hot lead,3',
    '3,Warm,Warm lead,0',
    '4,Nothing said,VIP,',
  ]);
  assert.deepEqual(toldOf(made), []);
  assert.deepEqual(await statusesOf(made), {
    'By label': 'active',
    'By deals': 'active',
    Warm: 'lead',
    'Nothing said': 'lead',
  });
  const [, byDeals] = await recordsOf(app, ann, 'clients');
  assert.deepEqual([byDeals!.tags, byDeals!.custom], [['Hot lead'], { 'Organization - Won deals': 3 }]);
});

test('a plan whose column also says a field that the kind lacks is refused', async () => {
  const made = await draft('clients.csv', ['Name,Type', 'Zeiss,Customer']);
  made.plan.files[0]!.columns[1] = { column: 'Type', to: 'custom', also: 'mood' };
  const { status, body } = await app.call('PATCH', `/api/v2/imports/${made.uuid}`, {
    as: ann,
    body: { plan: made.plan },
  });
  assert.deepEqual([status, body.errors[0].pointer], [422, '/plan/files/0/columns/1/also']);
});
