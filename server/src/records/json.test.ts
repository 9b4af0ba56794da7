import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let linked: Record<string, string>;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  const account_uuid = await app.addAccount(ada);
  ben = await app.addUser('Ben');
  await app.addLogin(account_uuid, ben, 'member');
  const client = await made('/api/v2/clients', { name: '3M' });
  const deal = await made('/api/v2/deals', { title: 'Deal', client_uuid: client });
  linked = { client, deal, contact: await made('/api/v2/contacts', { name: 'Grace' }) };
});
after(() => app.close());

async function made(path: string, body: object): Promise<string> {
  return (await app.call('POST', path, { as: ada, body })).body.data.uuid;
}

/** Quotes, backslashes, text that looks like JSON, and a character of two UTF-16 units. */
const LINE = 'a "b" \\ c: {"d": [1]}, é 😀';
const LINES = `${LINE} \n\t \u2028 \ufffd `;

for (const definition of RECORDS as readonly RecordDefinition[]) {
  const { name, path } = definition;

  test(`a ${name} is read and listed byte for byte as it was answered when it was written`, async () => {
    for (const body of [leastOf(definition), mostOf(definition)]) {
      const written = await textOf('POST', path, body);
      assert.match(written, /^\{"data":\{/, written);
      const { uuid } = JSON.parse(written).data;
      assert.equal(await textOf('GET', `${path}/${uuid}`), written);
      const list = await textOf('GET', `${path}?filter[uuid]=${uuid}&include=total`);
      assert.equal(list, `{"data":[${written.slice(8, -1)}],"next_cursor":null,"total":1}`);
    }
  });
}

async function textOf(method: string, path: string, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
  const answer = await fetch(app.base_url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (method === 'GET') {
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  }
  return answer.text();
}

function leastOf({ name, named_by }: RecordDefinition): Record<string, unknown> {
  return {
    [named_by]: 'Least',
    ...(name === 'deal' && { client_uuid: linked.client }),
    ...(name === 'note' && { records: [{ resource: 'client', uuid: linked.client }] }),
  };
}

/** A value in every field that a caller writes. */
function mostOf(definition: RecordDefinition): Record<string, unknown> {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  const written = fields.filter(
    ([field, { by, to }]) => by === 'caller' && to !== 'stage' && field !== 'due_at',
  );
  return {
    ...Object.fromEntries(written.map(([field, about]) => [field, valueFor(about)])),
    ...(definition.name === 'deal' && { status: 'lost' }),
    ...(definition.name === 'task' && { status: 'completed' }),
    ...('website' in definition.fields && { website: 'https://example.com/?a="b"', domain: 'b.example' }),
  };
}

function valueFor({ type, schema, choices, to, key, extras, resources, ...field }: RecordField): unknown {
  switch (type) {
    case 'uuid':
      return to === 'user' ? ada.uuid : linked[to!];
    case 'choice':
      return choices![0];
    case 'time':
      return '2026-02-03T04:05:06.070Z';
    case 'date':
      return '2026-02-03';
    case 'number':
      return field.decimals ? '1234567.5' : 7;
    case 'boolean':
      return true;
    case 'tags':
      return ['plain', 'a,b', LINE];
    case 'points':
      return [{ primary: true, value: field.of === 'email' ? 'ada@example.com' : '+44 20', label: LINE }];
    case 'addresses':
      return [
        { country: 'GB', city: LINE, street: '1, "A": B' },
        { region: 'Wales', label: 'home' },
      ];
    case 'json':
      return { text: LINES, 7: [1e21, 1e-7, 1.5, null, { long: {}, a: [] }], b: { 'c": ': false } };
    case 'stages':
      return [
        { name: LINE, rot_days: 3 },
        { probability: 50, name: 'B' },
      ];
    case 'shares':
      return [{ may_change: true, user_uuid: ben.uuid }];
    case 'links':
      return resources!.map((resource) => ({
        ...(key === 'uuid' && { resource }),
        [key!]: linked[resource],
        ...(extras?.includes('ended_on') && { ended_on: '2026-02-03' }),
        ...(extras && { role: LINE }),
      }));
    default: {
      const { anyOf, pattern, examples } = schema as {
        anyOf?: object[];
        pattern?: string;
        examples?: string[];
      };
      const text = { pattern, examples, ...anyOf?.[0] } as { pattern?: string; examples?: string[] };
      if (text.pattern) return text.examples![0];
      return field.keep_space && !field.sort ? LINES : LINE;
    }
  }
}
