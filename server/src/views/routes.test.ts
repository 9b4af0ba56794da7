import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { View } from '@rapport/contract/views';
import sql from 'sql-template-tag';
import { addTeam, type Team } from '../testing/team.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
  const clients = [
    { name: 'Ada', status: 'active', tags: ['key'] },
    { name: 'Bea', status: 'active' },
    { name: 'Cem', status: 'lead', tags: ['key'] },
  ];
  for (const body of clients) await app.call('POST', '/api/v2/clients', { as: team.owner, body });
});
after(() => app.close());

const send = (as: TestUser, method: string, path: string, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });

async function create(as: TestUser, fields: object = {}): Promise<View> {
  const body = { resource: 'client', name: 'Active', query: 'filter[status]=active&sort=-name', ...fields };
  const created = await send(as, 'POST', '/views', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.data;
}

const namesOf = async (as: TestUser, query: string) => {
  const { status, body } = await send(as, 'GET', `/clients?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name);
};

test('a view runs its query; further parameters narrow it, and a sort comes before its own', async () => {
  const { uuid } = await create(team.member);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}`), ['Bea', 'Ada']);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}&filter[tags]=key`), ['Ada']);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}&filter[status]=lead`), []);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}&sort=name`), ['Ada', 'Bea']);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}&q=bea`), ['Bea']);
});

test('the pages of a view are joined by cursors like those of any list', async () => {
  const { uuid } = await create(team.member);
  const first = await send(team.member, 'GET', `/clients?view=${uuid}&limit=1`);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}&limit=1&cursor=${first.body.next_cursor}`), [
    'Ada',
  ]);
});

test("a view of one's own is seen by nobody else, until it is shared", async () => {
  const { uuid, version } = await create(team.member);
  for (const path of [`/views/${uuid}`, `/clients?view=${uuid}`]) {
    assert.equal((await send(team.owner, 'GET', path)).status, 404, path);
  }
  const shared = await send(team.member, 'PATCH', `/views/${uuid}`, { shared: true });
  assert.deepEqual([shared.status, shared.body.data.version], [200, version + 1]);
  assert.deepEqual(await namesOf(team.viewer, `view=${uuid}`), ['Bea', 'Ada']);
});

test('a shared view is changed by its maker, owners and admins; the others get 403', async () => {
  const { uuid } = await create(team.member, { shared: true });
  const rename = (as: TestUser) => send(as, 'PATCH', `/views/${uuid}`, { name: 'Renamed' });
  assert.equal((await rename(team.member)).status, 200);
  assert.equal((await rename(team.admin)).status, 200);
  assert.equal((await rename(team.owner)).status, 200);
  assert.equal((await rename(team.viewer)).body.code, 'role_insufficient');
  assert.equal((await send(team.viewer, 'DELETE', `/views/${uuid}`)).status, 403);
  const other = await create(team.owner, { shared: true });
  assert.equal((await send(team.member, 'PATCH', `/views/${other.uuid}`, { query: '' })).status, 403);
  assert.equal((await send(team.admin, 'PATCH', `/views/${other.uuid}`, { shared: false })).status, 403);
});

test('a viewer keeps views of their own, and shares none', async () => {
  const { uuid } = await create(team.viewer);
  assert.deepEqual(await namesOf(team.viewer, `view=${uuid}`), ['Bea', 'Ada']);
  assert.equal((await send(team.viewer, 'PATCH', `/views/${uuid}`, { shared: true })).status, 403);
  const body = { resource: 'client', name: 'V', shared: true };
  assert.equal((await send(team.viewer, 'POST', '/views', body)).status, 403);
});

test("pin and place are every member's own, and make no new version", async () => {
  const { uuid } = await create(team.owner, { shared: true, name: 'Pinned' });
  const pinned = await send(team.viewer, 'PATCH', `/views/${uuid}`, { pinned: true, position: 0 });
  const taken = await send(team.admin, 'PATCH', `/views/${uuid}`, { pinned: false });
  assert.equal(taken.body.data.pinned, false);
  assert.deepEqual(
    [pinned.body.data.pinned, pinned.body.data.position, pinned.body.data.version],
    [true, 0, 1],
  );
  const seen = (await send(team.member, 'GET', `/views/${uuid}`)).body.data;
  // A shared view is in the menu of those who have said nothing.
  assert.deepEqual([seen.pinned, seen.position], [true, null]);
  const listed = (await send(team.viewer, 'GET', '/views?resource=client')).body.data;
  assert.equal(listed[0].uuid, uuid);
});

test('an Account begins with views, which its members see in their menu', async () => {
  const { body } = await send(team.viewer, 'GET', `/views?account_uuid=${team.account_uuid}`);
  const started = body.data.filter((view: View) => view.owner_uuid === null);
  assert.deepEqual(
    started.map(({ resource, name, shared, pinned, faults }: View) => [
      resource,
      name,
      shared,
      pinned,
      faults,
    ]),
    [
      ['client', 'Not contacted for 90 days', true, true, []],
      ['client', 'Recently changed', true, true, []],
      ['deal', 'My open deals', true, true, []],
      ['deal', 'Closing this month', true, true, []],
      ['deal', 'No next step', true, true, []],
    ],
  );
  for (const { resource, uuid } of started) {
    const { status } = await send(team.viewer, 'GET', `/${resource}s?view=${uuid}`);
    assert.equal(status, 200, resource);
  }
});

test('a view that asks what the list no longer has shows the rest, and says so', async () => {
  const { uuid } = await create(team.member);
  await app.db.query(
    sql`UPDATE views SET query = query || '&filter%5Bgone%5D=1&sort=gone' WHERE uuid = ${uuid}`,
  );
  const view: View = (await send(team.member, 'GET', `/views/${uuid}`)).body.data;
  assert.deepEqual(
    view.faults.map(({ pointer }) => pointer),
    ['filter[gone]', 'sort'],
  );
  const { body } = await send(team.member, 'GET', `/clients?view=${uuid}`);
  assert.equal(body.data.length, 2);
  assert.deepEqual(body.ignored, view.faults);
});

test('a view that was kept with what no address may have shows the rest, and says so', async () => {
  const { uuid } = await create(team.member);
  for (const [query, pointer] of [
    ['filter%5Bname%5D=%00&filter%5Bstatus%5D=lead', 'filter[name]'],
    ['filter%5Bname%5D%5Bin%5D=a%2C%00&filter%5Bstatus%5D=lead', 'filter[name][in]'],
    ['filter%5Bcustom.a%00%5D=1&filter%5Bstatus%5D=lead', 'filter[custom.a\0]'],
    ['q=a%00&filter%5Bstatus%5D=lead', 'q'],
    ['sort=a%00&filter%5Bstatus%5D=lead', 'sort'],
    ['updated_since=%00&filter%5Bstatus%5D=lead', 'updated_since'],
  ] as const) {
    await app.db.query(sql`UPDATE views SET query = ${query} WHERE uuid = ${uuid}`);
    const { status, body } = await send(team.member, 'GET', `/clients?view=${uuid}`);
    assert.deepEqual(
      [status, body.ignored?.map((one: View['faults'][number]) => one.pointer), body.data?.length],
      [200, [pointer], 1],
      query,
    );
    assert.deepEqual((await send(team.member, 'GET', `/views/${uuid}`)).body.data.faults, body.ignored);
  }
});

test('a view names custom fields; when one is archived it says so, and shows the rest', async () => {
  const field = (
    await send(team.owner, 'POST', '/custom-fields', {
      resource: 'client',
      label: 'Renewal',
      key: 'renewal_on',
      type: 'date',
    })
  ).body.data;
  for (const [name, renewal_on] of [
    ['Jan', '2027-01-15'],
    ['Feb', '2027-02-01'],
    ['Jan too', '2027-01-02'],
  ])
    await send(team.owner, 'POST', '/clients', { name, custom: { renewal_on } });
  const { uuid, faults } = await create(team.member, {
    query:
      'filter[custom.renewal_on][gte]=2027-01-01&filter[custom.renewal_on][lt]=2027-02-01&sort=custom.renewal_on',
    columns: ['name', 'custom.renewal_on'].map((name) => ({ field: name, width: null })),
    group_by: 'status',
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(await namesOf(team.member, `view=${uuid}`), ['Jan too', 'Jan']);
  await send(team.owner, 'PATCH', `/custom-fields/${field.uuid}`, { archived_at: '2026-11-25T00:00:00Z' });
  const archived: View = (await send(team.member, 'GET', `/views/${uuid}`)).body.data;
  assert.deepEqual(
    archived.faults.map(({ pointer }) => pointer),
    ['filter[custom.renewal_on][gte]', 'filter[custom.renewal_on][lt]', 'sort', 'columns[custom.renewal_on]'],
  );
  assert.match(archived.faults[0]!.detail, /"Renewal" was archived/);
  const { body } = await send(team.member, 'GET', `/clients?view=${uuid}&filter[name][starts_with]=Jan`);
  assert.equal(body.data.length, 2);
  assert.equal(body.ignored.length, 3);
});

test('the board is filtered by a custom field', async () => {
  const field = { resource: 'deal', label: 'Fee', key: 'fee', type: 'number' };
  assert.equal((await send(team.owner, 'POST', '/custom-fields', field)).status, 201);
  const [client] = (await send(team.owner, 'GET', '/clients?limit=1')).body.data;
  for (const fee of [9, 10, 100]) {
    const deal = { title: `Fee ${fee}`, client_uuid: client.uuid, custom: { fee } };
    assert.equal((await send(team.owner, 'POST', '/deals', deal)).status, 201);
  }
  const [pipeline] = (await send(team.owner, 'GET', '/pipelines')).body.data;
  const path = `/deals/board?pipeline_uuid=${pipeline.uuid}&filter[custom.fee][gte]=10`;
  const { body } = await send(team.owner, 'GET', path);
  const counts = body.data.stages.map(({ count }: { count: number }) => count);
  assert.equal(
    counts.reduce((sum: number, count: number) => sum + count),
    2,
  );
});

for (const [fields, pointer] of [
  [{ query: 'filter[colour]=red' }, '/query'],
  [{ query: 'filter[status]=gone' }, '/query'],
  [{ query: 'cursor=abc' }, '/query'],
  [{ query: 'account_uuid=x' }, '/query'],
  [{ query: 'sort=description' }, '/query'],
  [{ query: 'sort=name&sort=-name' }, '/query'],
  [{ query: 'sort=custom.unheard' }, '/query'],
  [{ query: 'x'.repeat(4001) }, '/query'],
  [{ query: 'filter[name]=%00' }, '/query'],
  [{ query: 'filter[name][in]=a,%00' }, '/query'],
  [{ query: 'filter[custom.a%00]=1' }, '/query'],
  [{ query: 'q=%00' }, '/query'],
  [{ query: 'filter[name][contains]=50%' }, '/query'],
  [{ query: 'q=%FF' }, '/query'],
  [{ resource: 'invoice' }, '/resource'],
  [{ resource: '__proto__' }, '/resource'],
  [{ name: ' \u200b' }, '/name'],
  [{ columns: [{ field: 'colour', width: null }] }, '/columns/0/field'],
  [{ columns: [{ field: 'name', width: 9_999 }] }, '/columns/0/width'],
  [{ group_by: 'constructor' }, '/group_by'],
  [{ group_by: 'name' }, '/group_by'],
  [{ group_by: 'custom.unheard' }, '/group_by'],
  [{ layout: 'wall' }, '/layout'],
  [{ layout: 'board' }, '/layout'],
  [{ position: -1 }, '/position'],
] as const) {
  test(`a view with ${JSON.stringify(fields).slice(0, 60)} is refused at ${pointer}`, async () => {
    const body = { resource: 'client', name: 'V', ...fields };
    const refused = await send(team.member, 'POST', '/views', body);
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, pointer]);
  });
}

test('a view is not given groups or a board that its kind has not; one that has them is a table', async () => {
  const { uuid } = await create(team.member);
  for (const [fields, said] of [
    [{ group_by: 'name' }, /\/group_by: clients are grouped by .*status/],
    [{ layout: 'board' }, /\/layout: clients have no board/],
  ] as const) {
    const refused = await send(team.member, 'PATCH', `/views/${uuid}`, fields);
    assert.equal(refused.status, 422);
    assert.match(refused.body.errors[0].detail, said);
  }
  await app.db.query(sql`UPDATE views SET layout = 'board', group_by = 'name' WHERE uuid = ${uuid}`);
  const { body } = await send(team.member, 'GET', `/views/${uuid}`);
  assert.deepEqual([body.data.layout, body.data.group_by], ['table', 'name']);
  assert.deepEqual(
    body.data.faults.map(({ pointer }: View['faults'][number]) => pointer),
    ['group_by'],
  );
  assert.equal((await send(team.member, 'PATCH', `/views/${uuid}`, { name: 'Kept' })).status, 200);
});

test('Deals have a board, and groups of their stages and of what the Account declared', async () => {
  const options = [{ label: 'Milk' }, { label: 'Beer' }];
  for (const field of [
    { label: 'Signed', key: 'signed', type: 'boolean' },
    { label: 'Uses', key: 'uses', type: 'choices', options },
  ]) {
    const declared = await send(team.owner, 'POST', '/custom-fields', { resource: 'deal', ...field });
    assert.equal(declared.status, 201);
  }
  for (const group_by of ['stage_uuid', 'custom.signed', 'custom.uses'])
    await create(team.member, { resource: 'deal', query: '', layout: 'board', group_by });
});

test('a view whose field has another type by now says so by its label, and shows the rest', async () => {
  const field = { resource: 'client', label: 'Seats', key: 'seats', type: 'number' };
  const declared = (await send(team.owner, 'POST', '/custom-fields', field)).body.data;
  const query = 'filter[custom.seats][gte]=5&filter[name]=Ada&sort=custom.seats';
  const { uuid } = await create(team.member, { query });
  const path = `/custom-fields/${declared.uuid}/convert`;
  const changed = await send(team.owner, 'POST', path, { type: 'boolean', failing: 'keep' });
  assert.equal(changed.status, 202, JSON.stringify(changed.body));
  const { faults }: View = (await send(team.member, 'GET', `/views/${uuid}`)).body.data;
  assert.deepEqual(
    faults.map(({ detail }) => detail),
    ['filters by', 'is sorted by'].map((verb) => `The view ${verb} "Seats", which has another type now.`),
  );
  const { body } = await send(team.member, 'GET', `/clients?view=${uuid}`);
  assert.deepEqual([body.data.length, body.ignored], [1, faults]);
});

test('a view of another kind, of another Account or none at all is refused by name', async () => {
  const { uuid } = await create(team.member);
  const ask = async (path: string) => {
    const { status, body } = await send(team.member, 'GET', path);
    return [status, body.errors?.[0].pointer ?? body.code];
  };
  assert.deepEqual(await ask(`/deals?view=${uuid}`), [400, 'view']);
  assert.deepEqual(await ask('/clients?view=01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'), [404, 'not_found']);
  assert.deepEqual(await ask('/clients?view=mine'), [400, 'view']);
  assert.equal((await send(team.stranger, 'GET', `/clients?view=${uuid}`)).status, 404);
});

test('me in a shared view is whoever looks', async () => {
  await send(team.member, 'POST', '/clients', { name: 'Mine', owner_uuid: team.member.uuid });
  const { uuid } = await create(team.owner, { shared: true, query: 'filter[owner_uuid]=me' });
  assert.deepEqual(await namesOf(team.member, `view=${uuid}`), ['Mine']);
  assert.deepEqual(await namesOf(team.viewer, `view=${uuid}`), []);
});
