import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fold } from '@rapport/contract/fold';
import type { Client } from '@rapport/contract/records/clients';
import sql, { raw, type Sql } from 'sql-template-tag';
import { newUuid } from '../platform/ids.ts';
import { seedRecords } from '../testing/seed-records.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

/*
 * Pages of lists that are long enough for each way to find them: matches that come soon in the
 * order, few matches, and many that come late. They are compared with a model in JavaScript.
 */

/** More than lists sort at once. */
const LONG = 4_200;
const SHORT = 200;
/** So many of the first by name are of no late industry. */
const EARLY = 150;

type Listed = Client & { custom: { size?: number; plan?: string } };

let app: TestApp;
let ada: TestUser;
let accounts: [long: string, short: string];
let all: Listed[];

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  accounts = [await app.addAccount(ada), await app.addAccount(ada)];
  for (const [index, count] of [LONG, SHORT].entries()) {
    const account_uuid = accounts[index]!;
    const users = { user_uuid: ada.uuid, rare_user_uuid: newUuid(new Date()) };
    const seed = { account_uuid, ...users, count, kinds: ['client'] as const };
    await seedRecords(app.connectionString, [seed], { keepsPlans: true });
    await declare(account_uuid, { label: 'Size', type: 'number' });
    const options = ['a', 'b', 'rare'].map((label) => ({ label }));
    await declare(account_uuid, { label: 'Plan', type: 'choice', options });
  }
  // Without digits, so that the order by name is that of its letters.
  await write(sql`UPDATE clients SET name = translate(name, '0123456789', 'ghijklmnop')`);
  await write(sql`
    UPDATE clients SET industry = 'Late' WHERE uuid IN
      (SELECT uuid FROM clients WHERE account_uuid = ${accounts[0]} ORDER BY folded(name), uuid OFFSET ${EARLY})`);
  await app.db.query(sql`VACUUM ANALYZE`);
  all = await readAll();
});
after(() => app.close());

async function declare(account_uuid: string, definition: object): Promise<void> {
  const body = { account_uuid, resource: 'client', ...definition };
  const { status, body: made } = await app.call('POST', '/api/v2/custom-fields', { as: ada, body });
  assert.equal(status, 201, JSON.stringify(made));
  const { key, uuid } = made.data;
  // Every fifth has no size.
  const [column, value, has] =
    key === 'size'
      ? [raw('number_value'), raw('(n * 7919 % 1009)::numeric'), raw('n % 5 > 0')]
      : [
          raw('text_value'),
          raw(`CASE WHEN n % 900 = 1 THEN 'rare' WHEN n % 3 = 0 THEN 'a' ELSE 'b' END`),
          raw('true'),
        ];
  await write(sql`
    WITH numbered AS (
      SELECT uuid, created_at, external_id::bigint AS n FROM clients WHERE account_uuid = ${account_uuid}
    ), changed AS (
      UPDATE clients SET custom = custom || jsonb_build_object(${key}::text, ${value})
      FROM numbered WHERE clients.uuid = numbered.uuid AND ${has}
    )
    INSERT INTO custom_values (account_uuid, record_uuid, field_uuid, place, created_at, ${column})
    SELECT ${account_uuid}, uuid, ${uuid}, 0, created_at, ${value} FROM numbered WHERE ${has}`);
}

/** Writes without triggers: what they keep is not read here. */
async function write(statement: Sql): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL session_replication_role = replica`);
    await tx.query(statement);
  });
}

async function readAll(): Promise<Listed[]> {
  const records: Listed[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read({ limit: '200', sort: '-created_at', ...(cursor ? { cursor } : {}) });
    records.push(...page.data);
    cursor = page.next_cursor;
  }
  assert.equal(records.length, LONG + SHORT);
  return records;
}

async function read(query: Record<string, string>) {
  const { status, body } = await app.call('GET', `/api/v2/clients?${new URLSearchParams(query)}`, {
    as: ada,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body as { data: Listed[]; next_cursor: string | null };
}

type Filter = [query: Record<string, string>, holds: (client: Listed) => boolean];

const FILTERS: Record<string, Filter> = {
  'a half': [{ 'filter[status][in]': 'lead,active' }, ({ status }) => ['lead', 'active'].includes(status)],
  'one in a thousand': [{ 'filter[kind]': 'person' }, ({ kind }) => kind === 'person'],
  none: [{ 'filter[industry]': 'Nothing' }, () => false],
  'those that come late by name': [{ 'filter[industry]': 'Late' }, ({ industry }) => industry === 'Late'],
  'two filters': [
    { 'filter[industry]': 'Late', 'filter[status]': 'lead' },
    ({ industry, status }) => industry === 'Late' && status === 'lead',
  ],
  'a common choice of its own': [{ 'filter[custom.plan]': 'b' }, ({ custom }) => custom.plan === 'b'],
  'a rare choice of its own': [{ 'filter[custom.plan]': 'rare' }, ({ custom }) => custom.plan === 'rare'],
  'a range of its own': [{ 'filter[custom.size][lt]': '20' }, ({ custom: { size } }) => (size ?? 99) < 20],
  'its own choice and a status': [
    { 'filter[custom.plan]': 'a', 'filter[status]': 'lead' },
    ({ custom, status }) => custom.plan === 'a' && status === 'lead',
  ],
  'all but a status': [{ 'filter[status][ne]': 'lead' }, ({ status }) => status !== 'lead'],
};

/** Each value of an order; null for one that comes last in both directions. */
const SORTS: Record<string, (client: Listed) => (string | number | null)[]> = {
  name: ({ name }) => [fold(name)],
  created_at: ({ created_at }) => [created_at],
  status: ({ status, created_at }) => [status, created_at],
  'custom.size': ({ custom, created_at }) => [custom.size ?? null, created_at],
};

for (const [what, [query, holds]] of Object.entries(FILTERS)) {
  test(`the first pages of ${what} are those of a model, by each sort of order`, async () => {
    for (const [field, valuesOf] of Object.entries(SORTS))
      for (const descending of [false, true])
        for (const account_uuid of [accounts[0], null]) {
          const expected = all
            .filter(
              (client) => holds(client) && (account_uuid ?? client.account_uuid) === client.account_uuid,
            )
            .sort((a, b) => compare([...valuesOf(a), a.uuid], [...valuesOf(b), b.uuid], descending));
          const asked = { limit: '60', sort: (descending ? '-' : '') + field, ...query };
          const own = account_uuid === null ? asked : { ...asked, account_uuid };
          const first = await read(own);
          const cursor = first.next_cursor;
          const second = cursor === null ? [] : (await read({ ...own, cursor })).data;
          assert.deepEqual(
            [...first.data, ...second].map(({ uuid }) => uuid),
            expected.slice(0, 120).map(({ uuid }) => uuid),
            JSON.stringify(own),
          );
        }
  });
}

function compare(a: (string | number | null)[], b: (string | number | null)[], descending: boolean): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at === -1) return 0;
  const [one, other] = [a[at]!, b[at]!];
  if (one === null || other === null) return one === null ? 1 : -1;
  return (one < other ? -1 : 1) * (descending ? -1 : 1);
}
