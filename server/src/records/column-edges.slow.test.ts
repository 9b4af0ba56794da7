import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { overtake } from '../testing/overtake.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let client_uuid: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
  ({ uuid: client_uuid } = (await call('POST', '/api/v2/clients', { name: '3M' })).body.data);
});
after(() => app.close());

const call = (method: string, path: string, body?: unknown) => app.call(method, path, { as: ada, body });

const DAYS = [
  '0000-01-01',
  '0000-12-31',
  '0001-01-01',
  '9999-12-31',
  '2026-02-29',
  '10000-01-01',
  'infinity',
];
const MIDNIGHTS = DAYS.flatMap((day) => [
  `${day}T00:00:00Z`,
  `${day}T23:59:59.9999Z`,
  `${day}T00:00:00+15:59`,
]);
const NUMBERS = [0, -1, 0.005, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 1e13, 1e300, -1e300];
const DECIMALS = ['9999999999999.99', '99999999999999', '-0', '1e5', 'NaN', 'Infinity', '٣', ''];
/** Short and long, narrow and wide, what folds to many characters, and what ends a word. */
const UNITS = [
  'a',
  '"',
  '\\',
  "'",
  '\n',
  'ß',
  'ﷺ',
  '㌖',
  '🜁',
  'e\u0301',
  '\u200d',
  '\ufffe',
  '_a',
  '\u{10ffff}',
];
const text = fc
  .tuple(
    fc.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(1, 50, 200, 2000),
  )
  .map(([units, times]) => units.join('').repeat(times).slice(0, 65_536).toWellFormed());

/** Values at the edges of what a column of this type holds, and beyond. */
function edgesOf({ type, choices = [], key, resources }: RecordField): fc.Arbitrary<unknown> {
  switch (type) {
    case 'date':
      return fc.constantFrom(...DAYS, ...MIDNIGHTS);
    case 'time':
      return fc.constantFrom(...MIDNIGHTS, ...DAYS);
    case 'number':
      return fc.constantFrom(...NUMBERS, ...DECIMALS);
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...choices, '');
    case 'uuid':
      return fc.oneof(fc.uuid(), fc.constant(client_uuid));
    case 'tags':
      return fc.array(text, { maxLength: 50 });
    case 'points':
      return fc.array(fc.record({ value: text }), { maxLength: 20 });
    case 'addresses':
      return fc.array(fc.record({ city: text, street: text }), { maxLength: 20 });
    case 'json':
      return fc.dictionary(
        text,
        fc.oneof(text, fc.constantFrom(...NUMBERS), fc.constant([null, { a: true }])),
        {
          maxKeys: 20,
        },
      );
    case 'links':
      return fc.array(
        fc.record({
          [key!]: fc.constant(client_uuid),
          ...(key === 'uuid' && { resource: fc.constantFrom(...resources!) }),
        }),
      );
    case 'stages':
      return fc.array(fc.record({ name: text, probability: fc.constantFrom(...NUMBERS) }), { maxLength: 3 });
    default:
      return text;
  }
}

for (const definition of RECORDS as readonly RecordDefinition[]) {
  const { name, path, named_by, csv_columns } = definition;
  const fields = Object.entries(definition.fields as Record<string, RecordField>).filter(
    ([, { by }]) => by === 'caller',
  );
  const rest = () => ({
    ...(definition.fields.client_uuid && { client_uuid }),
    ...(definition.fields.records && { records: [{ resource: 'client', uuid: client_uuid }] }),
  });
  const good = (title: string) => ({ [named_by]: title, ...rest() });
  const cellOf = (value: unknown) =>
    `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;

  test(`no value at the edge of a column of a ${name} costs more than its own row`, async () => {
    const { uuid } = (await call('POST', path, good('Before'))).body.data;
    const edges = fc
      .constantFrom(...fields)
      .chain(([field, { ...about }]) => edgesOf(about).map((value) => ({ field, value })));
    const property = fc.asyncProperty(edges, async ({ field, value }) => {
      const data = { ...good('Edge'), [field]: value };
      const single = await call('POST', path, data);
      assert.ok([201, 409, 422].includes(single.status), JSON.stringify(single.body));
      const changed = await call('PATCH', `${path}/${uuid}`, { [field]: value });
      assert.ok([200, 409, 422].includes(changed.status), JSON.stringify(changed.body));
      const operations = [
        { action: 'create', data: good('Other') },
        { action: 'create', data },
      ];
      const batch = await call('POST', `${path}/batch`, { operations });
      const [other, edge] = batch.body.data.outcomes;
      assert.deepEqual([batch.status, other.status], [200, 201]);
      assert.ok([201, 409, 422].includes(edge.status), JSON.stringify(edge));
      const column = Object.entries(csv_columns).find(([, { field: filled }]) => filled === field)?.[0];
      if (column === undefined || column === named_by) return;
      const about =
        definition.fields.client_uuid || definition.fields.records ? ['client', '3M'] : ['tags', 'x'];
      if (['client_uuid', 'records', 'tags'].includes(field)) return;
      const file = `${named_by},${about[0]},${column}\nOther,${about[1]},\nEdge,${about[1]},${cellOf(value)}\n`;
      const { status, body } = await app.call('POST', `${path}/import`, {
        as: ada,
        body: file,
        headers: { 'content-type': 'text/csv' },
      });
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(body.data.failed <= 1, JSON.stringify(body).slice(0, 2000));
    });
    await fc.assert(property, { numRuns: 40 });
  });
}

test('a deal that is moved into a stage while it is removed is refused for its stage', async () => {
  const add = async () => {
    const stages = [{ name: 'Kept' }, { name: 'Removed' }];
    const pipeline = (await call('POST', '/api/v2/pipelines', { name: 'Sales', stages })).body.data;
    const [kept, removed] = pipeline.stages as { uuid: string }[];
    const deal = { title: 'Website', client_uuid, stage_uuid: kept!.uuid };
    const { uuid } = (await call('POST', '/api/v2/deals', deal)).body.data;
    return { uuid, stage_uuid: removed!.uuid };
  };
  const whileRemoved = <Result>(stage_uuid: string, second: () => Promise<Result>) =>
    overtake(app.db, 'deals', (tx) => tx.query(sql`DELETE FROM stages WHERE uuid = ${stage_uuid}`), second);

  const one = await add();
  const single = await whileRemoved(one.stage_uuid, () =>
    call('PATCH', `/api/v2/deals/${one.uuid}`, { stage_uuid: one.stage_uuid }),
  );
  assert.deepEqual([single.status, single.body.errors[0].pointer], [422, '/stage_uuid']);

  const two = await add();
  const operations = ['First', 'Second', 'Third'].map((title) => ({
    action: 'create',
    data: { title, client_uuid },
  }));
  const batch = await whileRemoved(two.stage_uuid, () =>
    call('POST', '/api/v2/deals/batch', {
      operations: [...operations, { action: 'update', uuid: two.uuid, data: { stage_uuid: two.stage_uuid } }],
    }),
  );
  assert.deepEqual(
    batch.body.data.outcomes.map(({ status }: { status: number }) => status),
    [201, 201, 201, 422],
  );

  const three = await add();
  const rows = `title,client,stage_uuid\nFourth,3M,\nFifth,3M,${three.stage_uuid}\n`;
  const imported = await whileRemoved(three.stage_uuid, () =>
    app.call('POST', '/api/v2/deals/import', {
      as: ada,
      body: rows,
      headers: { 'content-type': 'text/csv' },
    }),
  );
  assert.deepEqual([imported.body.data.created, imported.body.data.failed], [2, 0]);
  assert.deepEqual(
    [imported.body.data.losses[0].line, imported.body.data.losses[0].column],
    [3, 'stage_uuid'],
  );
});
