import assert from 'node:assert/strict';
import { request as requestByHand } from 'node:http';
import { after, before, test } from 'node:test';
import { EVENT_NAMES } from '@rapport/contract/events';
import sql from 'sql-template-tag';
import { narrowed } from '../testing/narrow-token.ts';
import { addApplication, authorize, exchange, refresh, signedIn } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { type Assistant, connectAssistant, postMcp } from './testing/assistant.ts';
import { TOOLS } from './tools/all.ts';

let app: TestApp;
let ada: TestUser;
let here: string;
let assistant: Assistant;

before(async () => {
  app = await startTestApp({ mcp: true });
  ada = await app.addUser('Ada');
  here = await app.addAccount(ada, 'Here');
  assistant = await connectAssistant(app, ada);
});
after(async () => {
  await assistant.client.close();
  await app.close();
});

const NAMES = [
  ...['whoami', 'describe', 'search', 'list_records', 'get_records', 'get_history', 'my_day', 'read_report'],
  ...['log_activity', 'change_records', 'undo_change', 'list_deliveries', 'resend_delivery'],
];

/** How the protocol refuses. */
type Refusal = { error: { code: number } };

const make = async (path: string, body: object): Promise<{ uuid: string; version: number }> => {
  const { status, body: said } = await app.call('POST', `/api/v2/${path}`, {
    as: ada,
    body: { account_uuid: here, ...body },
  });
  assert.equal(status, 201, JSON.stringify(said));
  return said.data;
};
const read = async (path: string) => app.call('GET', `/api/v2/${path}`, { as: ada });
const countEvents = async () =>
  Number((await app.db.query<{ count: number }>(sql`SELECT count(*) FROM events`))[0]!.count);

test('there are 13 tools in one order, the same for all, and they take fewer than 5,000 tokens', async () => {
  const reader = await connectAssistant(app, await narrowed(app, ada, 'notes:read'));
  const [all, few] = await Promise.all([assistant, reader].map(({ client }) => client.listTools()));
  assert.deepEqual(
    all!.tools.map(({ name }) => name),
    NAMES,
  );
  assert.deepEqual(few!.tools, all!.tools);
  // JSON and English have at least three bytes a token, in every tokenizer that models use.
  assert.ok(Buffer.byteLength(JSON.stringify(all!.tools)) / 3 < 5000);
  await reader.client.close();
});

test('no tool deletes, merges, exports, or takes an address', () => {
  const said = TOOLS.map(
    ({ name, inputSchema }) => `${name} ${Object.keys(inputSchema.properties).join(' ')}`,
  ).join(' ');
  assert.doesNotMatch(said, /delete|merge|export|\burl\b|email_to|token|member/);
});

for (const era of ['modern', 'legacy'] as const) {
  test(`an assistant of the ${era} revision learns who it acts for, and works`, async () => {
    const one = await connectAssistant(app, ada, era);
    assert.match(one.client.getInstructions()!, /text_from_record/);
    const who = await one.call('whoami');
    assert.deepEqual([who.user.uuid, who.scope], [ada.uuid, '*']);
    assert.equal(who.accounts.find(({ uuid }: { uuid: string }) => uuid === here).role, 'owner');
    const logged = await one.call('change_records', {
      operations: [
        { action: 'create', resource: 'client', fields: { name: `Client of ${era}`, account_uuid: here } },
      ],
    });
    assert.deepEqual([logged.isError, logged.written, logged.refused], [false, 1, 0]);
    const { found } = await one.call('search', { q: `of ${era}`, resources: ['client'] });
    assert.equal(found[0].text_from_record.title, `Client of ${era}`);
    await one.client.close();
  });
}

test('what people wrote stands under text_from_record alone, and empty fields are left out', async () => {
  const client = await make('clients', {
    name: 'Oak',
    tags: ['key'],
    status: 'active',
    custom: { founded: '1902' },
  });
  const { records } = await assistant.call('get_records', {
    records: [{ resource: 'client', uuid: client.uuid }],
  });
  const { created_at: _, updated_at: __, ...rest } = records[0];
  assert.deepEqual(rest, {
    ...{ resource: 'client', uuid: client.uuid, account_uuid: here, version: 1 },
    ...{ kind: 'organisation', status: 'active' },
    text_from_record: { name: 'Oak', tags: ['key'], custom: { founded: '1902' } },
  });
});

test('long texts are cut and say so, unseen characters are written out, and an answer stays below 20 KB', async () => {
  const body = `start\u{e0041}\u200b ${'x'.repeat(30_000)}`;
  const client = await make('clients', { name: 'Long' });
  const about = [{ resource: 'client', uuid: client.uuid }];
  for (let i = 0; i < 45; i++)
    await make('notes', { body, records: about, custom: { note: 'y'.repeat(2000) } });
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await assistant.call('list_records', {
      resource: 'note',
      limit: 50,
      cursor,
      filter: { records: client.uuid },
    });
    assert.equal(page.isError, false, JSON.stringify(page));
    for (const note of page.records) seen.add(note.uuid);
    const { text, is_cut } = page.records[0].text_from_record.body;
    assert.deepEqual([is_cut, text.length], [true, 500]);
    assert.ok(text.startsWith('start\\u{e0041}\\u{200b} xxx'));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.equal(seen.size, 45);
  const [one] = seen;
  const alone = await assistant.call('get_records', { records: [{ resource: 'note', uuid: one }] });
  assert.equal(alone.records[0].text_from_record.body.text.length, 6000);
});

test('describe tells fields, filters and stages; a report, a history and the day are read', async () => {
  const deal = await make('deals', {
    title: 'Website',
    amount: '100.00',
    currency: 'EUR',
    owner_uuid: ada.uuid,
  });
  const { pipelines, fields, filters } = await assistant.call('describe', { about: 'deal' });
  const [, second] = pipelines[0].stages;
  assert.ok(fields.some(({ name }: { name: string }) => name === 'stage_uuid'));
  assert.ok(filters.some((line: string) => line.startsWith('expected_close_on: ')));
  for (const about of ['members', 'views', 'tags', 'reports', 'client', 'contact', 'task', 'note']) {
    const told = await assistant.call('describe', {
      about,
      account_uuid: about === 'reports' ? undefined : here,
    });
    assert.equal(told.isError, false, JSON.stringify(told));
  }
  await assistant.call('change_records', {
    operations: [
      {
        action: 'update',
        resource: 'deal',
        uuid: deal.uuid,
        version: 1,
        fields: { stage_uuid: second.uuid },
      },
    ],
  });
  const { events } = await assistant.call('get_history', { resource: 'deal', uuid: deal.uuid });
  assert.deepEqual(
    events.map(({ event }: { event: string }) => event),
    ['deal.moved', 'deal.created'],
  );
  assert.ok(EVENT_NAMES.includes(events[0].event));
  const report = await assistant.call('read_report', { name: 'pipeline', account_uuid: here });
  assert.equal(report.text_from_record.tables[0].totals.amount, '100.00');
  const today = app.clock.now().toISOString().slice(0, 10);
  await make('tasks', { title: 'Call', due_on: today, assignee_uuid: ada.uuid });
  const day = await assistant.call('my_day', { account_uuid: here });
  assert.equal(day.tasks[0].text_from_record.title, 'Call');
  assert.equal(day.deals_without_next_task[0].uuid, deal.uuid);
});

test('each write is taken back by one call, several under one change_uuid, and an undo too', async () => {
  const client = await make('clients', { name: 'Before', custom: { a: '1', b: '2' } });
  const deal = await make('deals', { title: 'Deal before', client_uuid: client.uuid });
  const about = [{ resource: 'client', uuid: client.uuid }];
  const first = await assistant.call('log_activity', {
    ...{ type: 'call', title: 'Rang', outcome: 'They want it', call_outcome: 'reached', records: about },
    account_uuid: here,
  });
  const { change_uuid } = first;
  assert.equal(first.outcomes[0].status, 'completed');
  await assistant.call('log_activity', {
    type: 'note',
    body: 'A note',
    records: about,
    account_uuid: here,
    change_uuid,
  });
  const changed = await assistant.call('change_records', {
    change_uuid,
    operations: [
      {
        action: 'update',
        resource: 'client',
        uuid: client.uuid,
        version: 1,
        fields: { name: 'After', custom: { a: null, c: '3' } },
      },
      { action: 'update', resource: 'deal', uuid: deal.uuid, version: 1, fields: { title: 'Deal after' } },
      { action: 'create', resource: 'contact', fields: { last_name: 'New', account_uuid: here } },
    ],
  });
  assert.deepEqual([changed.written, changed.refused, changed.change_uuid], [3, 0, change_uuid]);
  assert.deepEqual((await read(`clients/${client.uuid}`)).body.data.custom, { b: '2', c: '3' });
  const tried = await assistant.call('undo_change', { change_uuid, dry_run: true });
  assert.deepEqual([tried.undone, tried.kept], [5, []]);
  const undone = await assistant.call('undo_change', { change_uuid });
  assert.deepEqual([undone.undone, undone.kept], [5, []]);
  const { name, custom } = (await read(`clients/${client.uuid}`)).body.data;
  assert.deepEqual([name, custom], ['Before', { a: '1', b: '2' }]);
  for (const { resource, uuid } of [first.outcomes[0], changed.outcomes[2]])
    assert.equal((await read(`${resource}s/${uuid}`)).status, 404);
  const again = await assistant.call('undo_change', { change_uuid: undone.change_uuid });
  assert.equal(again.undone, 5);
  assert.equal((await read(`clients/${client.uuid}`)).body.data.name, 'After');
});

test('what is added to a change after its undo is refused, and so is the undo of what people did', async () => {
  const client = await make('clients', { name: 'Noted' });
  const note = () => ({
    type: 'note',
    body: 'Once',
    account_uuid: here,
    records: [{ resource: 'client', uuid: client.uuid }],
  });
  const { change_uuid } = await assistant.call('log_activity', note());
  await assistant.call('undo_change', { change_uuid });
  const late = await assistant.call('log_activity', { ...note(), change_uuid });
  assert.deepEqual([late.isError, late.refused], [true, 'header_invalid']);
  const byHand = await app.call('POST', '/api/v2/clients', {
    as: ada,
    in_browser: true,
    body: { account_uuid: here, name: 'By hand' },
  });
  const taken = { change_uuid: byHand.headers.get('x-change-uuid') };
  const refused = await assistant.call('undo_change', taken);
  assert.deepEqual([refused.isError, refused.refused], [true, 'change_not_allowed']);
  const joined = await assistant.call('log_activity', { ...note(), ...taken });
  assert.deepEqual([joined.isError, joined.refused], [true, 'header_invalid']);
  assert.equal((await read(`clients/${byHand.body.data.uuid}`)).status, 200);
});

test('a proposal that names a change which was taken back is refused as a write is, and none is kept', async () => {
  const client = await make('clients', { name: 'Proposed late' });
  const proposer = await connectAssistant(app, await narrowed(app, ada, 'read tasks:write propose'));
  const call = { type: 'call', title: 'Rang', records: [{ resource: 'client', uuid: client.uuid }] };
  const { change_uuid } = await proposer.call('log_activity', { ...call, account_uuid: here });
  const rename = (more: object) =>
    proposer.call('change_records', {
      operations: [
        { action: 'update', resource: 'client', uuid: client.uuid, version: 1, fields: { name: 'Later' } },
      ],
      ...more,
    });
  const kept = await rename({ change_uuid });
  assert.deepEqual([kept.written, kept.proposed], [0, 1]);
  assert.equal((await proposer.call('undo_change', { change_uuid })).undone, 1);
  const late = await rename({ change_uuid });
  assert.deepEqual([late.isError, late.refused], [true, 'header_invalid']);
  const { body } = await app.call('GET', '/api/v2/proposals?limit=1', { as: ada });
  assert.equal(body.data[0].uuid, kept.proposal_uuid);
  await proposer.client.close();
});

test('a token that writes Tasks alone takes back what it wrote, and nothing of another kind', async () => {
  const client = await make('clients', { name: 'Rung up' });
  const caller = await connectAssistant(app, await narrowed(app, ada, 'clients:read tasks:read tasks:write'));
  const { change_uuid } = await caller.call('log_activity', {
    ...{ type: 'call', title: 'Rang', records: [{ resource: 'client', uuid: client.uuid }] },
    account_uuid: here,
  });
  assert.equal((await caller.call('undo_change', { change_uuid })).undone, 1);
  const writer = await narrowed(app, ada, 'read write');
  const body = { account_uuid: here, name: 'Of another scope' };
  const made = await app.call('POST', '/api/v2/clients', { as: writer, body });
  const path = `/api/v2/changes/${made.headers.get('x-change-uuid')}/undo`;
  const refused = await app.call('POST', path, {
    as: await narrowed(app, ada, 'read tasks:write'),
    body: {},
  });
  assert.deepEqual([refused.status, refused.body.needed], [403, ['clients:write']]);
  await caller.client.close();
});

test('refusals say the next step, as an error of the tool: old versions, unknown fields, missing records', async () => {
  const client = await make('clients', { name: 'Twice' });
  const update = (more: object) =>
    assistant.call('change_records', {
      operations: [
        { action: 'update', resource: 'client', uuid: client.uuid, fields: { name: 'X' }, ...more },
      ],
    });
  for (const [answer, code] of [
    [await update({ version: 9 }), 'version_mismatch'],
    [await update({}), 'fields_invalid'],
    [await update({ version: 1, fields: { nmae: 'X' } }), 'fields_invalid'],
    [await update({ version: 1, uuid: here }), 'not_found'],
    [await update({ version: 1, surprise: true }), 'fields_invalid'],
    [await assistant.call('list_records', { resource: 'client', filter: { nothing: 'x' } }), 'query_invalid'],
    [await assistant.call('list_records', { resource: 'pipeline' }), 'fields_invalid'],
    [await assistant.call('undo_change', { change_uuid: here }), 'not_found'],
    [await assistant.call('log_activity', { type: 'note', body: 'x', records: [] }), 'fields_invalid'],
    [await assistant.call('resend_delivery', { delivery_uuid: here }), 'not_found'],
  ]) {
    assert.deepEqual([answer.isError, answer.refused], [true, code], JSON.stringify(answer));
    assert.ok(answer.next_step.length > 10);
  }
  assert.equal((await read(`clients/${client.uuid}`)).body.data.version, 1);
  await assert.rejects(assistant.call('delete_everything'), /no tool/);
});

test('one refused operation among several stops no other, a call of which nothing is done is an error, and 21 are too many', async () => {
  const create = (name: string) => ({
    action: 'create',
    resource: 'client',
    fields: { name, account_uuid: here },
  });
  const mixed = await assistant.call('change_records', {
    operations: [create('One'), create(''), create('Three')],
  });
  assert.deepEqual([mixed.isError, mixed.written, mixed.refused], [false, 2, 1]);
  assert.equal(mixed.outcomes[1].refused, 'fields_invalid');
  const none = await assistant.call('change_records', { operations: [create(''), create('')] });
  assert.deepEqual([none.isError, none.written, none.refused, none.outcomes.length], [true, 0, 2, 2]);
  const gone = await assistant.call('get_records', { records: [{ resource: 'client', uuid: here }] });
  assert.deepEqual([gone.isError, gone.records[0].not_found], [true, true]);
  const many = await assistant.call('change_records', {
    operations: Array.from({ length: 21 }, () => create('Many')),
  });
  assert.equal(many.refused, 'fields_invalid');
});

test('a record that was merged leads to the one that stayed', async () => {
  const [from, into] = [await make('clients', { name: 'From' }), await make('clients', { name: 'Into' })];
  await app.call('POST', `/api/v2/clients/${into.uuid}/merge`, { as: ada, body: { from_uuid: from.uuid } });
  const { records } = await assistant.call('get_records', {
    records: [{ resource: 'client', uuid: from.uuid }],
  });
  assert.equal(records[0].merged_into, into.uuid);
});

test('without a token the answer says where one comes from, and a cookie is none', async () => {
  const browser = await signedIn(app, ada);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const headers of [{}, { cookie, 'sec-fetch-site': 'same-origin' }] as Record<string, string>[]) {
    const { status, headers: said } = await postMcp(app, headers);
    assert.equal(status, 401);
    const challenge = said.get('www-authenticate')!;
    assert.match(challenge, /^Bearer /);
    assert.match(challenge, /scope="read"/);
    const [, address] = /resource_metadata="([^"]+)"/.exec(challenge)!;
    const metadata = (await (await fetch(address!)).json()) as Record<string, unknown>;
    assert.deepEqual(
      [metadata.resource, metadata.authorization_servers, metadata.scopes_supported],
      [`${app.base_url}/mcp`, [app.base_url], ['read']],
    );
  }
  const { status, headers } = await postMcp(app, { authorization: 'Bearer rpt_pat_nonsense' });
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate')!, /error="invalid_token".*resource_metadata=/);
});

test('a token for /mcp works only there, and one for the API not there', async () => {
  const application = await addApplication(app, { name: 'Assistant' });
  const browser = await signedIn(app, ada);
  const resource = `${app.base_url}/mcp`;
  const codeFor = async (parameters: Record<string, string>) =>
    (await authorize(browser, application, { scope: 'read', ...parameters })).code!;
  const { access_token, refresh_token } = (
    await exchange(app, application, await codeFor({ resource }), { resource })
  ).body;
  const [forApi] = [(await exchange(app, application, await codeFor({}))).body];
  assert.equal((await postMcp(app, { authorization: `Bearer ${access_token}` })).status, 200);
  const elsewhere = await app.call('GET', '/api/v2/clients', { as: { ...ada, token: access_token } });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [401, 'invalid_token']);
  const info = await fetch(`${app.base_url}/oauth/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  assert.equal(info.status, 401);
  assert.equal((await postMcp(app, { authorization: `Bearer ${forApi.access_token}` })).status, 401);
  // Neither the exchange nor a refresh turns the one into the other.
  const other = await exchange(app, application, await codeFor({ resource }), { resource: app.base_url });
  assert.deepEqual([other.status, other.body.error], [400, 'invalid_target']);
  const turned = await refresh(app, application, refresh_token, { resource: app.base_url });
  assert.deepEqual([turned.status, turned.body.error], [400, 'invalid_target']);
  const kept = (await refresh(app, application, refresh_token)).body;
  assert.equal((await postMcp(app, { authorization: `Bearer ${kept.access_token}` })).status, 200);
  assert.equal(
    (await app.call('GET', '/api/v2/me', { as: { ...ada, token: kept.access_token } })).status,
    401,
  );
});

test('an application that lacks a scope is told by HTTP what to ask for, and nothing is written', async () => {
  const application = await addApplication(app, { name: 'Reader' });
  const browser = await signedIn(app, ada);
  const resource = `${app.base_url}/mcp`;
  const { code } = await authorize(browser, application, { scope: 'read', resource });
  const { access_token } = (await exchange(app, application, code!)).body;
  const before = await countEvents();
  const client = await make('clients', { name: 'Untouched' });
  const note = {
    type: 'note',
    body: 'x',
    records: [{ resource: 'client', uuid: client.uuid }],
    account_uuid: here,
  };
  const authorization = `Bearer ${access_token}`;
  const params = { name: 'log_activity', arguments: note };
  const { status, headers } = await postMcp(app, { authorization }, 'tools/call', params);
  assert.equal(status, 403);
  const challenge = headers.get('www-authenticate')!;
  assert.match(challenge, /error="insufficient_scope"/);
  assert.match(challenge, /scope="read notes:write"/);
  assert.match(challenge, /resource_metadata="/);
  // Of several operations none is done, though one would be allowed.
  const some = (await authorize(browser, application, { scope: 'read notes:write', resource })).code!;
  const more = (await exchange(app, application, some)).body;
  const operations = [
    { action: 'create', resource: 'note', fields: { body: 'x', records: note.records, account_uuid: here } },
    { action: 'create', resource: 'client', fields: { name: 'No', account_uuid: here } },
  ];
  const both = { name: 'change_records', arguments: { operations } };
  const stepped = await postMcp(app, { authorization: `Bearer ${more.access_token}` }, 'tools/call', both);
  assert.equal(stepped.status, 403);
  assert.match(stepped.headers.get('www-authenticate')!, /scope="read clients:write notes:write"/);
  assert.equal(await countEvents(), before + 1);
  assert.equal(
    (await postMcp(app, { authorization: `Bearer ${more.access_token}` }, 'tools/call', params)).status,
    200,
  );
});

test('an application of a revision of 2025 is told so, too, where the tool has asked before it is refused', async () => {
  const application = await addApplication(app, { name: 'Older' });
  const browser = await signedIn(app, ada);
  const { code } = await authorize(browser, application, { scope: 'read', resource: `${app.base_url}/mcp` });
  const { access_token } = (await exchange(app, application, code!)).body;
  const body = { account_uuid: here, name: 'Of Ada' };
  const made = await app.call('POST', '/api/v2/clients', { as: ada, body });
  const params = {
    name: 'undo_change',
    arguments: { change_uuid: made.headers.get('x-change-uuid') },
  };
  const { status, headers } = await fetch(`${app.base_url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  assert.equal(status, 403);
  assert.match(headers.get('www-authenticate')!, /error="insufficient_scope".* scope="read clients:write"/);
});

test('a personal token that only reads is told in the tool, and reads', async () => {
  const reader = await connectAssistant(app, await narrowed(app, ada, 'read', [here]));
  const refused = await reader.call('change_records', {
    operations: [{ action: 'create', resource: 'client', fields: { name: 'No', account_uuid: here } }],
  });
  assert.deepEqual([refused.isError, refused.refused], [true, 'insufficient_scope']);
  assert.equal((await reader.call('list_records', { resource: 'client' })).isError, false);
  const who = await reader.call('whoami');
  assert.deepEqual([who.may_write, who.accounts.length], [[], 1]);
  await reader.client.close();
});

test('an Account that its owner has shut to assistants is out of their reach at once, and of the API not', async () => {
  const there = await app.addAccount(ada, 'There');
  const shut = (mcp_enabled: boolean) =>
    app.call('PATCH', `/api/v2/accounts/${there}`, { as: ada, body: { mcp_enabled } });
  const { uuid } = (
    await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Hidden', account_uuid: there } })
  ).body.data;
  const seen = async () =>
    (await assistant.call('get_records', { records: [{ resource: 'client', uuid }] })).records[0];
  assert.equal((await seen()).text_from_record.name, 'Hidden');
  assert.equal((await shut(false)).body.data.mcp_enabled, false);
  assert.equal((await seen()).not_found, true);
  const made = await assistant.call('change_records', {
    operations: [{ action: 'create', resource: 'client', fields: { name: 'No', account_uuid: there } }],
  });
  assert.equal(made.refused, 'not_found');
  assert.equal((await read(`clients/${uuid}`)).status, 200);
  await shut(true);
  assert.equal((await seen()).uuid, uuid);
  const viewer = await app.addUser('Vic');
  await app.addLogin(there, viewer, 'admin');
  const refused = await app.call('PATCH', `/api/v2/accounts/${there}`, {
    as: viewer,
    body: { mcp_enabled: false },
  });
  assert.equal(refused.status, 403);
});

test('a foreign Host or Origin is refused before anything else', async () => {
  const authorization = `Bearer ${ada.token}`;
  const { port } = new URL(app.base_url);
  const asHost = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = requestByHand({
        port,
        host: '127.0.0.1',
        path: '/mcp',
        method: 'POST',
        headers: { host, authorization },
      });
      sent
        .on('response', (answer) => resolve(answer.resume().statusCode!))
        .on('error', reject)
        .end('{}');
    });
  assert.equal(await asHost('evil.example'), 403);
  assert.equal(await asHost(`evil.example:${port}`), 403);
  assert.notEqual(await asHost(`localhost:${port}`), 403);
  assert.equal((await postMcp(app, { authorization, origin: 'https://evil.example' })).status, 403);
  assert.equal((await postMcp(app, { authorization, origin: app.base_url })).status, 200);
  await addApplication(app, { allowed_origins: ['https://inspector.example'] });
  const allowed = await postMcp(app, { authorization, origin: 'https://inspector.example' });
  assert.deepEqual(
    [allowed.status, allowed.headers.get('access-control-allow-origin')],
    [200, 'https://inspector.example'],
  );
});

test('what is no request of the protocol is refused, and no session is kept', async () => {
  const authorization = `Bearer ${ada.token}`;
  const headers = {
    authorization,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const broken = await fetch(`${app.base_url}/mcp`, { method: 'POST', headers, body: '{' });
  assert.deepEqual([broken.status, ((await broken.json()) as Refusal).error.code], [400, -32700]);
  assert.equal((await fetch(`${app.base_url}/mcp`, { headers })).status, 405);
});

test('a method that there is not is called so, in both revisions, and never an internal error', async () => {
  const authorization = `Bearer ${ada.token}`;
  const methods = [
    'subscriptions/listen',
    'prompts/list',
    'resources/list',
    'logging/setLevel',
    'tasks/get',
    'x',
  ];
  for (const method of methods) {
    const modern = await postMcp(app, { authorization }, method, { notifications: {} });
    const said = (await modern.json()) as Refusal & { id: number };
    assert.deepEqual([method, modern.status, said.error.code, said.id], [method, 404, -32601, 1]);
    const legacy = await fetch(`${app.base_url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
    });
    assert.match(await legacy.text(), /"code":-32601/, method);
  }
  for (const params of [{}, { name: 7 }, { name: 'whoami', arguments: 'x' }, { name: 'none' }]) {
    const wrong = await postMcp(app, { authorization }, 'tools/call', params);
    assert.equal(((await wrong.json()) as Refusal).error.code, -32602, JSON.stringify(params));
  }
});

test('an assistant of another User sees nothing of the Account', async () => {
  const { uuid } = await make('clients', { name: 'Zebulon secret' });
  const bob = await app.addUser('Bob');
  await app.addAccount(bob, 'Elsewhere');
  const stranger = await connectAssistant(app, bob);
  assert.deepEqual((await stranger.call('search', { q: 'Zebulon' })).found, []);
  assert.equal(
    (await stranger.call('get_records', { records: [{ resource: 'client', uuid }] })).records[0].not_found,
    true,
  );
  assert.equal((await stranger.call('get_history', { resource: 'client', uuid })).refused, 'not_found');
  assert.equal(
    (await stranger.call('read_report', { name: 'pipeline', account_uuid: here })).refused,
    'not_found',
  );
  await stranger.client.close();
});
