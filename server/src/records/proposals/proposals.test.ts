import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { narrowed } from '../../testing/narrow-token.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { type CallOptions, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let team: Team;
/** A program of the member that may only propose, and read. */
let program: TestUser;

before(async () => {
  app = await startTestApp();
  team = await addTeam(app);
  program = await narrowed(app, team.member, 'read propose');
});
after(() => app.close());

const PATH = '/api/v2/proposals';

const call = async (method: string, path: string, options: CallOptions) => app.call(method, path, options);
const make = async (path: string, body: object, as = team.owner) => {
  const answer = await call('POST', `/api/v2/${path}`, {
    as,
    body: { account_uuid: team.account_uuid, ...body },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
};
const read = async (path: string) => (await call('GET', `/api/v2/${path}`, { as: team.owner })).body.data;
const patch = (path: string, body: object) => call('PATCH', `/api/v2/${path}`, { as: team.owner, body });

type Operation = { action: string; resource: string; uuid?: string; version?: number; fields: object };
const propose = (operations: Operation[], as = program, more: object = {}) =>
  call('POST', PATH, { as, body: { account_uuid: team.account_uuid, operations, ...more } });
const proposed = async (operations: Operation[], more: object = {}) => {
  const { status, body } = await propose(operations, program, more);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
};
const look = async (uuid: string, as = team.member) =>
  (await call('GET', `${PATH}/${uuid}`, { as, in_browser: true })).body.data;
const accept = (uuid: string, operations: { index: number; version?: number }[], as = team.member) =>
  call('POST', `${PATH}/${uuid}/accept`, { as, in_browser: true, body: { operations } });
const decline = (uuid: string, body: object = {}, as = team.member) =>
  call('POST', `${PATH}/${uuid}/decline`, { as, in_browser: true, body });
const update = (
  resource: string,
  { uuid, version }: { uuid: string; version: number },
  fields: object,
): Operation => ({
  ...{ action: 'update', resource, uuid, version, fields },
});

test('a proposal writes nothing, and says what would change on the record as it is now', async () => {
  const client = await make('clients', { name: 'Oak', city: undefined });
  const { uuid, state, operations } = await proposed([
    update('client', client, { name: 'Oak Ltd', tags: ['key'] }),
  ]);
  assert.equal(state, 'open');
  assert.deepEqual(operations[0].difference.previous, { name: 'Oak', tags: [] });
  assert.equal((await read(`clients/${client.uuid}`)).name, 'Oak');
  // A colleague gives it one of the values meanwhile.
  await patch(`clients/${client.uuid}`, { tags: ['key'] });
  const [now] = (await look(uuid)).operations;
  assert.deepEqual(
    [now.difference.previous, now.difference.version, now.difference.title],
    [{ name: 'Oak' }, 2, 'Oak'],
  );
});

test('a write that is sent with Prefer: propose is refused, and proposed in the way that the refusal says', async () => {
  const client = await make('clients', { name: 'Elm', city: undefined });
  const path = `/api/v2/clients/${client.uuid}`;
  for (const prefer of ['propose', 'respond-async, Propose', 'propose; wait=5']) {
    const answer = await app.call('PATCH', path, {
      as: team.owner,
      body: { name: 'X' },
      headers: { prefer },
    });
    assert.deepEqual([answer.status, answer.body.code], [400, 'header_invalid'], prefer);
    assert.match(answer.body.detail, /POST \/api\/v2\/proposals/);
  }
  assert.equal((await read(`clients/${client.uuid}`)).name, 'Elm');
  await proposed([update('client', client, { name: 'Elm Ltd' })], {});
});

test('a person accepts a half; the change is theirs, says who proposed it, and is taken back', async () => {
  const [one, other] = [await make('clients', { name: 'One' }), await make('clients', { name: 'Other' })];
  const { uuid } = await proposed([
    update('client', one, { name: 'One!' }),
    update('client', other, { name: 'Other!' }),
    { action: 'create', resource: 'deal', fields: { title: 'New deal', client_uuid: one.uuid } },
  ]);
  const half = await accept(uuid, [{ index: 0, version: 1 }, { index: 2 }]);
  assert.deepEqual([half.status, half.body.data.state], [200, 'open'], JSON.stringify(half.body));
  assert.deepEqual(
    half.body.data.operations.map(({ state }: { state: string }) => state),
    ['accepted', 'open', 'accepted'],
  );
  const [changed] = (await call('GET', `/api/v2/clients/${one.uuid}/events`, { as: team.owner })).body.data;
  assert.deepEqual(
    [
      changed.event,
      changed.actor.type,
      changed.actor.user_uuid,
      changed.proposal.uuid,
      changed.proposal.proposed_by.type,
    ],
    ['client.updated', 'browser_session', team.member.uuid, uuid, 'personal_access_token'],
  );
  const rest = await decline(uuid);
  assert.deepEqual(
    [rest.body.data.state, (await read(`clients/${other.uuid}`)).name],
    ['partly_accepted', 'Other'],
  );
  const { change_uuid, uuid: deal } = half.body.data.operations[2];
  const undone = await call('POST', `/api/v2/changes/${change_uuid}/undo`, { as: team.member });
  assert.deepEqual([undone.body.data.undone, undone.body.data.kept], [2, []]);
  assert.equal((await read(`clients/${one.uuid}`)).name, 'One');
  assert.equal((await call('GET', `/api/v2/deals/${deal}`, { as: team.owner })).status, 404);
});

test('its User is told, and events and histories show it without a word of the records', async () => {
  const client = await make('clients', { name: 'Told' });
  const { uuid } = await proposed([update('client', client, { name: 'Secret word' })], {
    message: 'They moved',
  });
  const [told] = (await call('GET', '/api/v2/notifications', { as: team.member })).body.data;
  assert.deepEqual(
    [told.sort, told.subject.resource, told.subject.uuid, told.subject.name],
    ['proposed', 'proposal', uuid, 'read propose: They moved'],
  );
  await decline(uuid);
  const related = await call('GET', `/api/v2/clients/${client.uuid}/events?related=true`, { as: team.owner });
  const events = related.body.data.map(({ event }: { event: string }) => event);
  assert.deepEqual(events, ['proposal.declined', 'proposal.created', 'client.created']);
  assert.doesNotMatch(JSON.stringify(related.body.data.slice(0, 2)), /Secret word|They moved/);
});

test('a record that has changed since the person looked, or went away, is refused, and nothing is written', async () => {
  const [one, gone] = [await make('clients', { name: 'Stale' }), await make('clients', { name: 'Gone' })];
  const { uuid } = await proposed([
    update('client', one, { name: 'Fresh' }),
    update('client', gone, { name: 'Back' }),
  ]);
  await patch(`clients/${one.uuid}`, { website: 'https://example.com' });
  const stale = await accept(uuid, [{ index: 0, version: 1 }]);
  assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
  await call('DELETE', `/api/v2/clients/${gone.uuid}`, { as: team.owner });
  assert.equal((await look(uuid)).operations[1].difference.problem.code, 'not_found');
  const both = await accept(uuid, [
    { index: 0, version: 2 },
    { index: 1, version: 1 },
  ]);
  assert.deepEqual([both.status, both.body.code], [404, 'not_found']);
  assert.equal((await read(`clients/${one.uuid}`)).name, 'Stale');
  assert.equal((await accept(uuid, [{ index: 0, version: 2 }])).status, 200);
  assert.equal((await read(`clients/${one.uuid}`)).name, 'Fresh');
});

test('it is accepted once: again is 409, and of two at the same moment one wins', async () => {
  const [one, other] = [await make('clients', { name: 'A' }), await make('clients', { name: 'B' })];
  const { uuid } = await proposed([
    update('client', one, { name: 'A1' }),
    update('client', other, { name: 'B1' }),
  ]);
  const first = { index: 0, version: 1 };
  const twice = await Promise.all([accept(uuid, [first]), accept(uuid, [first], team.owner)]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
  // Two who accept another half each do not meet.
  const { uuid: halves } = await proposed([
    update('client', { ...one, version: 2 }, { name: 'A2' }),
    update('client', other, { name: 'B2' }),
  ]);
  const each = await Promise.all([
    accept(halves, [{ index: 0, version: 2 }]),
    accept(halves, [{ index: 1, version: 1 }], team.owner),
  ]);
  assert.deepEqual(
    each.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await look(halves)).state, 'accepted');
  assert.equal((await accept(halves, [{ index: 0, version: 3 }])).status, 409);
});

test('no token decides, nor a viewer, a colleague or a stranger; owners and admins may', async () => {
  const client = await make('clients', { name: 'Whose' });
  const { uuid } = await proposed([update('client', client, { name: 'Mine' })]);
  for (const as of [program, team.member]) {
    const tried = await call('POST', `${PATH}/${uuid}/accept`, {
      as,
      body: { operations: [{ index: 0, version: 1 }] },
    });
    assert.equal(tried.status, 403);
  }
  const colleague = await app.addUser('Colleague of the proposals');
  await app.addLogin(team.account_uuid, colleague, 'member');
  for (const as of [team.viewer, colleague, team.stranger]) {
    assert.equal((await accept(uuid, [{ index: 0, version: 1 }], as)).status, 404);
    assert.equal((await call('GET', `${PATH}/${uuid}`, { as, in_browser: true })).status, 404);
  }
  // A User who was made a viewer sees what was proposed to them, and cannot accept it.
  const demoted = await narrowed(app, colleague, 'read propose');
  const own = (await propose([update('client', client, { name: 'Ours' })], demoted)).body.data.uuid;
  await app.db.query(sql`UPDATE logins SET role = 'viewer' WHERE user_uuid = ${colleague.uuid}`);
  assert.equal((await accept(own, [{ index: 0, version: 1 }], colleague)).status, 403);
  assert.equal((await propose([update('client', client, { name: 'Ours' })], demoted)).status, 403);
  assert.equal((await accept(uuid, [{ index: 0, version: 1 }], team.admin)).status, 200);
  assert.equal((await read(`clients/${client.uuid}`)).name, 'Mine');
});

test('what cannot be done is refused when it is proposed: 21 operations, a stale version, faults, other kinds', async () => {
  const client = await make('clients', { name: 'Bad' });
  const create = { action: 'create', resource: 'client', fields: { name: 'X' } };
  const change = update('client', client, { name: 'X' });
  const { version: _, ...versionless } = change;
  for (const [operations, status, pointer] of [
    [Array.from({ length: 21 }, () => create), 422, '/operations'],
    [[], 422, '/operations'],
    [[{ ...change, version: 9 }], 412, undefined],
    [[versionless], 422, '/operations/0/version'],
    [[change, change], 422, '/operations/1/uuid'],
    [[create, { ...create, fields: { name: '' } }], 422, '/operations/1/fields/name'],
    [[{ ...create, fields: { nmae: 'X' } }], 422, '/operations/0/fields/nmae'],
    [
      [{ ...create, resource: 'deal', fields: { title: 'X', client_uuid: team.account_uuid } }],
      422,
      '/operations/0/fields/client_uuid',
    ],
    [[{ ...create, resource: 'pipeline' }], 422, '/operations/0/resource'],
    [[{ ...change, uuid: team.account_uuid }], 404, undefined],
    [[{ ...create, action: 'delete' }], 422, '/operations/0/action'],
  ] as [Operation[], number, string | undefined][]) {
    const { status: got, body } = await propose(operations);
    assert.deepEqual([got, body.errors?.[0]?.pointer], [status, pointer], JSON.stringify(body));
  }
  const reader = await narrowed(app, team.member, 'deals:read propose');
  const hidden = await propose([change], reader);
  assert.deepEqual([hidden.status, hidden.body.needed], [403, ['clients:read']]);
  assert.equal((await propose([change], await narrowed(app, team.member, 'read'))).status, 403);
});

test('at most 100 wait for a User, and after 30 days nobody can accept one', async () => {
  const client = await make('clients', { name: 'Late' });
  const { uuid } = await proposed([update('client', client, { name: 'Too late' })]);
  app.clock.advance(31 * 24 * 60 * 60 * 1000);
  program = await narrowed(app, team.member, 'read propose');
  assert.equal((await look(uuid)).state, 'expired');
  assert.equal((await accept(uuid, [{ index: 0, version: 1 }])).status, 409);
  const operation = {
    action: 'create',
    resource: 'note',
    fields: { body: 'x', records: [{ resource: 'client', uuid: client.uuid }] },
  };
  for (let i = 0; i < 100; i++) await proposed([operation]);
  const full = await propose([operation]);
  assert.deepEqual([full.status, full.body.code], [422, 'limit_reached']);
  const { data, next_cursor } = (await call('GET', `${PATH}?open=true&limit=60`, { as: program })).body;
  const more = await call('GET', `${PATH}?open=true&limit=60&cursor=${next_cursor}`, { as: program });
  assert.deepEqual([data.length, more.body.data.length, more.body.next_cursor], [60, 40, null]);
});
