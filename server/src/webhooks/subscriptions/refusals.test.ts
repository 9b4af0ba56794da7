import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { EVENT_PATTERNS } from '@rapport/contract/events';
import { assertRefused } from '../../testing/assert-forbids.ts';
import { addTeam, type Team } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const PATH = '/api/v2/webhook-subscriptions';
const URL = 'http://127.0.0.1:9/hook';

let app: TestApp;
let team: Team;

before(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  team = await addTeam(app);
});
after(() => app.close());

const create = (fields: object = {}) =>
  app.call('POST', PATH, { as: team.owner, body: { url: URL, events: ['client.*'], ...fields } });
const pathOf = ({ body }: { body: { data: { uuid: string } } }) => `${PATH}/${body.data.uuid}`;
const get = (path: string) => app.call('GET', path, { as: team.owner });
const patch = (path: string, body: object) => app.call('PATCH', path, { as: team.owner, body });

const wrongEvents: [events: unknown, pointer: string][] = [
  [[], '/events'],
  [['client.exploded'], '/events/0'],
  [['client.created', 'CLIENT.created'], '/events/1'],
  [['client'], '/events/0'],
  [['*.created'], '/events/0'],
  [['client.created', 'client.created'], '/events'],
  ['client.created', '/events'],
  [[7], '/events/0'],
  [[' *'], '/events/0'],
];
for (const [events, pointer] of wrongEvents) {
  test(`events ${JSON.stringify(events)} are refused at ${pointer}`, async () => {
    const refused = await create({ events });
    assertRefused(refused, 422, 'fields_invalid');
    assert.equal(refused.body.errors[0].pointer, pointer);
  });
}

test('an unknown event is refused with the catalogue', async () => {
  const { detail } = (await create({ events: ['client.exploded'] })).body;
  assert.ok(detail.includes(`The events are ${EVENT_PATTERNS.join(', ')}.`));
});

const wrongUrls: [url: unknown, says: RegExp][] = [
  ['not a url', /This is not a URL/],
  ['ftp://example.com/', /over https, not ftp:/],
  ['http://example.com/', /Use an https URL/],
  ['https://user:pass@example.com/', /user name or password/],
  ['https://10.0.0.1/', /10\.0\.0\.1 is .*public addresses only/],
  ['https://169.254.169.254/latest/meta-data', /169\.254\.169\.254 is/],
  ['https://[::ffff:10.0.0.1]/', /IPv4 address written as IPv6/],
  ['https://printer.local/', /name of the local network/],
  ['https://example.com/#top', /fragment/],
  ['https://example.com:0/', /port of the URL is 0/],
  [`https://example.com/${'x'.repeat(2048)}`, /at most 2048 characters/],
  ['', /must not be empty/],
  [7, /must be a string/],
];
for (const [url, says] of wrongUrls) {
  test(`the url ${String(url).slice(0, 50) || '(empty)'} is refused: ${says.source}`, async () => {
    const path = pathOf(await create());
    for (const refused of [await create({ url }), await patch(path, { url: url as string })]) {
      assertRefused(refused, 422, 'fields_invalid');
      assert.equal(refused.body.errors[0].pointer, '/url');
      assert.match(refused.body.detail, says);
    }
    assert.equal((await get(path)).body.data.url, URL);
  });
}

test('account_uuids are Accounts of the User, in either case of their letters', async () => {
  const foreign = await create({ account_uuids: [team.account_uuid, team.stranger_account_uuid] });
  assertRefused(foreign, 422, 'fields_invalid');
  assert.equal(foreign.body.errors[0].pointer, '/account_uuids/1');
  assertRefused(await create({ account_uuids: [] }), 422, 'fields_invalid');
  const upper = await create({ account_uuids: [team.account_uuid.toUpperCase()] });
  assert.deepEqual(upper.body.data.account_uuids, [team.account_uuid]);
  assertRefused(
    await patch(pathOf(upper), { account_uuids: [team.stranger_account_uuid] }),
    422,
    'fields_invalid',
  );
});

test('a body without url or events, with unknown fields, or that changes nothing is refused', async () => {
  for (const body of [{}, { url: URL }, { events: ['*'] }, { url: URL, events: ['*'], secret: 'mine' }]) {
    assertRefused(
      await app.call('POST', PATH, { as: team.owner, body }),
      422,
      'fields_invalid',
      JSON.stringify(body),
    );
  }
  const path = pathOf(await create());
  assertRefused(await patch(path, {}), 422, 'fields_invalid');
});
