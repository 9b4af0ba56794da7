import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fold } from '@rapport/contract/fold';
import { operatorsOf } from '@rapport/contract/list-definition';
import { CLIENT, CLIENT_KINDS, CLIENT_STATUSES, type Client } from '@rapport/contract/records/clients';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { wholeAccount } from '../../access/reach.ts';
import { clients as clientKind } from '../../crm/clients/kind.ts';
import { newRecord } from '../../records/decide.ts';
import { insertRecords, listRecords } from '../../records/queries.ts';
import { NOT_SPELLED } from '../../records/tags/spelling.ts';
import { ANY_MOMENT } from '../../testing/moment.ts';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../database/testing/test-database.ts';
import { newUuid } from '../ids.ts';
import { Problem } from '../problem.ts';
import { type ListQuery, parseListQuery } from './list-query.ts';

/*
 * Compares the lists of the API with a model in plain JavaScript, which filters, sorts and
 * compares. There are few different values, so that records tie in every order. They are nasty:
 * letters beyond ASCII, and characters with a meaning in LIKE.
 */

let db: Database;

before(async () => {
  db = await openTestDatabase();
});
after(() => db.close());

const TEXTS = ['a', 'B', 'b%', 'a_b', 'a\\', 'ab', 'Ab', 'é', '😀', '﹀', ' x', '3M', "o'b", '"q"'];
const TIMES = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => `${day}T00:00:00.000+00:00`);
const TAGS = ['red', 'blue', 'a,b', '{x}'];

const text = fc.constantFrom(...TEXTS);
const nullableText = fc.option(fc.oneof(text, fc.constant('')));
const randomClient = fc.record({
  name: text,
  kind: fc.constantFrom(...CLIENT_KINDS),
  status: fc.constantFrom(...CLIENT_STATUSES),
  industry: nullableText,
  domain: nullableText,
  first_name: nullableText,
  tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
  created_at: fc.constantFrom(...TIMES),
  updated_at: fc.constantFrom(...TIMES),
  account: fc.nat(2),
});
type RandomClient = typeof randomClient extends fc.Arbitrary<infer T> ? T : never;

const { fields } = CLIENT.list;
const FIELDS = [
  'name',
  'kind',
  'status',
  'created_at',
  'updated_at',
  'industry',
  'domain',
  'first_name',
  'tags',
];
const SORTABLE = FIELDS.filter((field) => fields[field]!.sortable);

const valuesOf: Record<string, fc.Arbitrary<string>> = {
  kind: fc.constantFrom(...CLIENT_KINDS),
  status: fc.constantFrom(...CLIENT_STATUSES),
  created_at: fc.constantFrom(...TIMES),
  updated_at: fc.constantFrom(...TIMES),
  tags: fc.constantFrom(...TAGS),
};
type Filter = { field: string; operator: string; values: string[] };
const filter: fc.Arbitrary<Filter> = fc.constantFrom(...FIELDS).chain((field) =>
  fc.constantFrom(...operatorsOf(fields[field]!)).chain((operator) => {
    const value = valuesOf[field] ?? text;
    const one = operator === 'is_null' ? fc.constantFrom('true', 'false') : value;
    const chosen = fc.array(one, { minLength: 1, maxLength: operator === 'in' ? 3 : 1 });
    return chosen.map((values) => ({ field, operator, values }));
  }),
);
const sortKeys = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...SORTABLE), descending: fc.boolean() }),
  { selector: ({ field }) => field, minLength: 1, maxLength: 4 },
);
type SortKeys = typeof sortKeys extends fc.Arbitrary<infer T> ? T : never;

test('the pages of any list have exactly its filtered and sorted records, while others are added', async () => {
  const given = fc.record({
    clients: fc.array(randomClient, { maxLength: 30 }),
    added: fc.array(randomClient, { maxLength: 6 }),
    filters: fc.uniqueArray(filter, {
      selector: ({ field, operator }) => `${field} ${operator}`,
      maxLength: 3,
    }),
    sort: sortKeys,
    limit: fc.integer({ min: 1, max: 7 }),
    oneAccount: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ clients, added, filters, sort, limit, oneAccount }) => {
      // The caller has a Login to the first two Accounts. Records of the third must never appear.
      const accounts = await insertAccounts(3);
      const own = oneAccount ? accounts.slice(0, 1) : accounts.slice(0, 2);
      const records = await insert(accounts, clients);
      const expected = model(records, own, filters, sort);
      const query: ListQuery = {
        limit,
        sort: sort.map(({ field, descending }) => (descending ? '-' : '') + field).join(),
        include: 'total',
        ...Object.fromEntries(filters.map((f) => [`filter[${f.field}][${f.operator}]`, written(f)])),
      };

      const seen: Client[] = [];
      const later: Client[] = [];
      let cursor: string | null | undefined;
      for (let next = 0; cursor !== null; next++) {
        const page = await list(own, { ...query, ...(cursor ? { cursor } : {}) });
        if (next === 0) assert.equal(page.total, expected.length);
        assert.ok(page.data.length === limit || page.next_cursor === null);
        seen.push(...page.data);
        cursor = page.next_cursor;
        later.push(...(await insert(accounts, added.slice(next, next + 1))));
      }
      const uuids = seen.map((client) => client.uuid);
      const old = new Set(records.map((client) => client.uuid));
      assert.deepEqual(
        uuids.filter((uuid) => old.has(uuid)),
        expected.map((client) => client.uuid),
      );
      assert.equal(new Set(uuids).size, uuids.length, 'a record came twice');
      const everything = model([...records, ...later], own, filters, sort).map((client) => client.uuid);
      assert.deepEqual(
        uuids,
        everything.filter((uuid) => uuids.includes(uuid)),
      );
    }),
    { numRuns: 60 },
  );
});

test('a Client is found by its whole name, whatever characters it has', async () => {
  const word = fc.string({
    unit: fc.constantFrom(..."abcXYZ019äß-./&@+'_%()#:!"),
    minLength: 1,
    maxLength: 8,
  });
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const names = fc.sample(name, 150).filter((name) => /[a-z0-9äß]/i.test(name));
  const accounts = await insertAccounts(1);
  for (const { name, uuid } of await insert(accounts, names.map(named))) {
    const found = await list(accounts, { q: name, limit: 200 });
    assert.ok(
      found.data.some((client) => client.uuid === uuid),
      `"${name}" is not found by its name`,
    );
  }
});

const SEARCHED = 'Lovelace Engines (London)';
for (const q of ['love', 'LOVELACE', 'eng love', 'lond', 'love.', '"engines"', SEARCHED.toLowerCase()]) {
  test(`${SEARCHED} is found by ${q}`, async () => assert.equal(await finds(q), true));
}
for (const [name, ...queries] of [
  ['Estée Lauder', 'estee', 'Estée', 'ESTÉE LAUDER', 'este\u0301e'],
  ['ÉCOLE ZÜRICH', 'école', 'zurich', 'Zürich'],
  ['O’Reilly', "o'reilly", 'O’Reilly', 'oreilly', 'reilly'],
  ["Lowe's", 'lowes', 'lowe’s', 'lowe'],
  ['Ελλάς', 'ελλάς', 'ΕΛΛΑΣ'],
  ['ŉ’’ﬁn', 'fin', 'ŉ’’ﬁn'],
  ['ΟΔΟΣΗΜΟΣ', 'ΟΔΟΣ', 'οδοσ', 'ΟΔΟΣΗ'],
  ['ΟΔΟΣ', 'ΟΔΟΣ', 'οδοσ', 'οδος'],
  ['हिन्दी समिति', 'हिन्दी', 'हिन्', 'समि हिन्दी'],
  ['บริษัท น้ำดี', 'น้ำ', 'บริ'],
  ['می\u200cخواهم', 'می\u200cخوا', 'می'],
  ['བོད་ཡིག', 'བོད་ཡི'],
  ['株式会社 東京', '㍿', '東'],
  ['Tel +44 20 7946', '+44 20 79'],
  ['株式会社東京都庁', '東京', '京都', '都庁', '庁', '会社 東京'],
  ['김철수 주식회사', '철수', '수', '주식'],
  ['Łódź Straße Ærø Ðorđe', 'lodz strasse', 'STRASSE', 'aero', 'aerø', 'dorde'],
  ['ISPARTA Işık İnşaat ırmak', 'ısparta', 'isparta', 'ışık', 'isik insaat', 'IRMAK'],
  ['ΜΆΪΟΣ Ελλάδα', 'μαιος', 'ΜΑΙΟΣ ΕΛΛΑΔΑ'],
  ['مُحَمَّد', 'محمد', 'مُحَمَّد'],
  ['שָׁלוֹם', 'שלום', 'שָׁלוֹם'],
  ['ＡＢＣ　ｶﾞｽ', 'abc', 'ガス', 'ａｂｃ'],
  ['Jean-Luc d’Arc', 'jean luc', 'jean-luc', 'darc', "d'arc"],
  ['grace@example.com', 'grace@exam', 'grace', 'example', 'GRACE@EXAMPLE.COM'],
] as [string, ...string[]][]) {
  for (const q of queries) {
    test(`${name} is found by ${q}`, async () => assert.equal(await finds(q, name), true));
  }
}

test('names are sorted as people sort them, not by bytes', async () => {
  const accounts = await insertAccounts(1);
  const names = ['Zoetis', 'eBay', 'ABB', 'Éclair', 'abbott', 'Delta', 'Ebner'];
  await insert(accounts, names.map(named));
  const { data } = await list(accounts, { sort: 'name' });
  assert.deepEqual(
    data.map((client) => client.name),
    ['ABB', 'abbott', 'Delta', 'eBay', 'Ebner', 'Éclair', 'Zoetis'],
  );
});

for (const q of ['love x', 'lovelace engines paris', '!!!', "' | 'x", '\\', 'love & paris']) {
  test(`${SEARCHED} is not found by ${q}`, async () => assert.equal(await finds(q), false));
}

for (const q of ['हिन्दी', 'हिन्', 'नदि']) {
  test(`हरी नदी दल is not found by ${q}, which has other vowels`, async () => {
    assert.equal(await finds(q, 'हरी नदी दल'), false);
  });
}

for (const character of ['㍿', '㌖', 'ﷺ', 'İ', '🀄']) {
  test(`the longest search text of the character ${character} works`, async () => {
    const word = character.repeat(200);
    assert.equal(await finds(word), false);
    assert.equal(await finds(`Paris ${word.slice(0, 190)}`), false);
    assert.equal(await finds(character.repeat(20), character.repeat(30)), true);
  });
}

async function finds(q: string, name = SEARCHED): Promise<boolean> {
  const accounts = await insertAccounts(1);
  await insert(accounts, [named(name)]);
  return (await list(accounts, { q })).data.length === 1;
}

function named(name: string): RandomClient {
  const [created_at, updated_at] = TIMES as [string, string];
  const empty = { industry: null, domain: null, first_name: null, tags: [], account: 0 };
  return { ...empty, name, kind: 'organisation', status: 'lead', created_at, updated_at };
}

function model(clients: Client[], account_uuids: string[], filters: Filter[], sort: SortKeys): Client[] {
  const matching = clients.filter(
    (client) =>
      account_uuids.includes(client.account_uuid) && filters.every((filter) => matches(client, filter)),
  );
  const direction = sort.at(-1)!.descending;
  return matching.sort((a, b) => {
    const ties = ['created_at', 'uuid'].map((field) => ({ field, descending: direction }));
    const { field: last } = sort.at(-1)!;
    const isShared = !['name', 'created_at', 'updated_at'].includes(last);
    for (const { field, descending } of [...sort, ...ties.slice(isShared ? 0 : 1)]) {
      const order = compare(sortedAs(a, field), sortedAs(b, field));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

function sortedAs(client: Client, field: string): string {
  const text = String(valueIn(client, field) ?? '');
  return ['name', 'industry', 'domain', 'first_name'].includes(field) ? fold(text) : text;
}

/**
 * The filter as it is written in the address. Of several values, those with a comma or a quote are
 * quoted as in CSV.
 */
function written({ operator, values }: Filter): string {
  if (operator !== 'in') return values[0]!;
  return values.map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join();
}

function matches(client: Client, { field, operator, values }: Filter): boolean {
  const own = valueIn(client, field);
  const value = values[0]!;
  if (Array.isArray(own) && operator === 'is_null') return (own.length === 0) === (value === 'true');
  if (Array.isArray(own)) return own.some((tag) => values.includes(tag)) === (operator !== 'ne');
  if (operator === 'is_null') return (own === null) === (value === 'true');
  if (own === null) return operator === 'ne';
  const isText = ['name', 'industry', 'domain', 'first_name'].includes(field);
  const [one, ...others] = [own, ...values].map((text) => (isText ? fold(text) : text)) as [
    string,
    ...string[],
  ];
  const order = compare(one, others[0]!);
  switch (operator) {
    case 'eq':
    case 'in':
      return others.includes(one);
    case 'ne':
      return one !== others[0];
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'contains':
      return one.includes(others[0]!);
    default:
      return one.startsWith(others[0]!);
  }
}

function valueIn(client: Client, field: string): string | string[] | null {
  return client[field as keyof Client] as string | string[] | null;
}

/** Compares by bytes, as the database does. JavaScript has another order beyond U+FFFF. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

async function list(account_uuids: string[], query: ListQuery) {
  const request = parseListQuery(CLIENT.list, query, ANY_MOMENT);
  assert.ok(!(request instanceof Problem), request instanceof Problem ? request.detail : '');
  const page = await listRecords(db, clientKind, wholeAccount(...account_uuids), request);
  return { ...page, data: page.data.map((json): Client => JSON.parse(json)) };
}

async function insert(accounts: string[], clients: RandomClient[]): Promise<Client[]> {
  const records = clients.map(({ account, created_at, updated_at, ...fields }) => ({
    ...newRecord<Client>(
      clientKind,
      accounts[account]!,
      fields,
      { now: created_at, time_zone: 'UTC' },
      { own: null, declared: [], tags: NOT_SPELLED },
    ),
    uuid: newUuid(new Date()),
    created_at,
    updated_at,
  }));
  await db.transaction(async (tx) => insertRecords(tx, clientKind, records));
  return records;
}

async function insertAccounts(count: number): Promise<string[]> {
  const uuids = Array.from({ length: count }, () => newUuid(new Date()));
  await db.query(sql`
    INSERT INTO accounts (uuid, name, created_at, updated_at)
    SELECT uuid, 'An Account', now(), now() FROM unnest(${uuids}::uuid[]) AS uuid`);
  return uuids;
}
