import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { exampleOf } from '../events/catalogue.ts';
import { bodiesOf, type DescribedOperation, operationsOf, resolve } from '../testing/described-requests.ts';
import { addDropBox, dropMail, sendFile } from '../testing/hand-in.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import {
  account_uuid,
  ann,
  app,
  call,
  cid,
  KINDS,
  lookers,
  mailed,
  oracle,
  owner,
  records,
  startNarrowWorld,
} from '../testing/narrow-world.ts';
import { answerOf } from '../testing/numbered.ts';
import type { TestUser } from '../testing/test-app.ts';

// Wherever the API takes a uuid, in an address, a query, a filter or a body, that of something
// hidden is answered as one that never was: to the byte, and with the same headers.

/** Something that Ann does not see, by its kind or room. */
type Hidden = { kind: string; uuid: string };

/** A uuid that never was, of the same moment: some are places in an order of time. */
const neverLike = (uuid: string) => `${uuid.slice(0, -12)}000000000000`;
/** Where the uuid stands in a request. */
const SLOT = 'ffffffff-ffff-7fff-8fff-ffffffffffff';

let hidden: Hidden[];
/** What Ann sees, by the name of the field that names it. */
let own: Record<string, string>;

before(async () => {
  await startNarrowWorld();
  const levels = levelsOf('own');
  await narrowAccess(app, account_uuid, levels);
  const sees = oracle(records, lookers[0]!, levels);
  hidden = KINDS.map((kind) => [...records.values()].find((one) => one.kind === kind && !sees(one.uuid))!);
  own = { account_uuid, ...(await ownRecords()) };
  hidden.push(...(await ofRooms(hidden)));
});
after(() => app.close());

async function made(path: string, as: TestUser, fields: object): Promise<{ uuid: string }> {
  const answer = await call('POST', path, as, { account_uuid, ...fields });
  assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

async function ownRecords(): Promise<Record<string, string>> {
  const owner_uuid = ann!.uuid;
  const client = await made('/clients', ann!, { name: 'Mine', owner_uuid });
  const contact = await made('/contacts', ann!, { name: 'Mine', owner_uuid });
  const deal = await made('/deals', ann!, { title: 'Mine', owner_uuid });
  const [pipeline] = (await call('GET', '/pipelines', ann!)).body.data;
  return {
    client_uuid: client.uuid,
    contact_uuid: contact.uuid,
    deal_uuid: deal.uuid,
    record_uuid: client.uuid,
    stage_uuid: pipeline.stages[0].uuid,
    pipeline_uuid: pipeline.uuid,
  };
}

/** What is with hidden records, or is of Cid alone, in the other rooms. */
async function ofRooms(of: Hidden[]): Promise<Hidden[]> {
  const [client, contact] = of as [Hidden, Hidden];
  const named = [{ resource: client.kind, uuid: client.uuid }];
  const file = await sendFile(
    app,
    { account_uuid, as: owner! },
    { name: 'a.txt', text: 'a', records: named },
  );
  const address = await addDropBox(app, account_uuid, cid!);
  const to = `${records.get(contact.uuid)!.word}@mail.example`;
  await dropMail(app, address, { of: null, to, subject: 'Held', body: 'Held' });
  const first = async (path: string, as = cid!): Promise<string> => {
    const answer = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`, as);
    assert.ok(answer.body.data?.length > 0, `${path} ${JSON.stringify(answer.body)}`);
    return answer.body.data[0].uuid;
  };
  const hook = await call('POST', '/webhook-subscriptions', cid!, {
    url: 'http://127.0.0.1:9/',
    events: ['client.*'],
  });
  const patched = await call('PATCH', `/clients/${client.uuid}`, owner!, { tags: ['named'] });
  const seen = oracle(records, lookers[0]!, levelsOf('own'));
  const mail = mailed.find(({ contacts }) => contacts.every((uuid) => !seen(uuid)))!;
  return [
    { kind: 'files', uuid: file.body.data.uuid },
    { kind: 'mails', uuid: mail.uuid },
    { kind: 'held-mails', uuid: await first('/held-mails') },
    { kind: 'mail-drop-boxes', uuid: await first('/mail-drop-boxes') },
    { kind: 'webhook-subscriptions', uuid: hook.body.data.uuid },
    { kind: 'changes', uuid: patched.headers.get('x-change-uuid')! },
    { kind: 'events', uuid: await first(`/clients/${client.uuid}/events`, owner!) },
    {
      kind: 'views',
      uuid: (await made('/views', cid!, { resource: 'client', name: 'Hers', query: '' })).uuid,
    },
  ];
}

/** A request with one place for a uuid. */
type Slotted = { path: string; body?: unknown };

function* slottedRequests(described: DescribedOperation): Iterable<Slotted> {
  const { path, operation, at } = described;
  const body = bodyOf(described);
  const parameters = operation.parameters ?? [];
  const needed = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(String(filled(resolve(app.description, schema), name)))}`,
    );
  const query = needed.length > 0 ? `?${needed.join('&')}` : '';
  if (path.includes('{')) yield { path: path.replaceAll(/\{\w+\}/g, SLOT) + query, body };
  const plain = path.replaceAll(/\{\w+\}/g, own.client_uuid!);
  for (const { name, schema, in: place } of parameters) {
    const isFilter = name === 'filter';
    if (place !== 'query' || (!isFilter && !isUuid(resolve(app.description, schema)))) continue;
    const others = needed.filter((one) => !one.startsWith(`${name}=`));
    yield { path: `${plain}?${[...others, `${name}=${SLOT}`].join('&')}`, body };
  }
  const [json] = bodiesOf([...at, 'requestBody'], operation.requestBody);
  if (!json) return;
  for (const one of slotted(resolve(app.description, json.schema))) yield { path: plain + query, body: one };
}

function bodyOf({ at, operation }: DescribedOperation): unknown {
  if ('text/csv' in (operation.requestBody?.content ?? {})) return undefined;
  const [json] = bodiesOf([...at, 'requestBody'], operation.requestBody);
  return json && filled(resolve(app.description, json.schema));
}

type Schema = {
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

function isUuid(schema: unknown): boolean {
  const { format, items, anyOf = [], oneOf = [] } = schema as Schema;
  return format === 'uuid' || (items !== undefined && isUuid(items)) || [...anyOf, ...oneOf].some(isUuid);
}

/** An example in which each uuid names what Ann sees; what need not be named is left out. */
function filled(schema: unknown, name = ''): unknown {
  const { properties, required = [], items, anyOf, oneOf, format } = schema as Schema;
  if (format === 'uuid') return own[name] ?? (/user|owner|assignee/.test(name) ? ann!.uuid : own.client_uuid);
  if (properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([key, one]) => required.includes(key) || key === 'account_uuid' || !isOdd(key, one))
        .map(([key, one]) => [key, filled(one, key)]),
    );
  const [option] = anyOf ?? oneOf ?? [];
  if (option) return filled(option, name);
  if (items && isUuid(items)) return [filled(items, name)];
  return exampleOf(schema);
}

/** What would make a second request another than the first, or refuse it for itself. */
function isOdd(name: string, schema: Schema): boolean {
  return (
    isUuid(schema) ||
    ['external_id', 'custom', 'shared_with', 'records', 'clients', 'contacts'].includes(name)
  );
}

/** Each body in which one uuid is the place. */
function* slotted(schema: unknown, name = ''): Iterable<unknown> {
  const { properties, items, anyOf, oneOf, format } = schema as Schema;
  if (format === 'uuid') {
    if (name !== 'account_uuid') yield SLOT;
    return;
  }
  for (const [key, one] of Object.entries(properties ?? {}))
    for (const value of slotted(one, key)) yield { ...(filled(schema) as object), [key]: value };
  for (const option of [...(anyOf ?? []), ...(oneOf ?? [])]) yield* slotted(option, name);
  if (items) for (const value of slotted(items, name)) yield [value];
}

/** The request with this uuid in its place, and its kind beside it. */
function naming({ path, body }: Slotted, { uuid, kind }: Hidden): Slotted {
  const put = (value: unknown): unknown => {
    if (value === SLOT) return uuid;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, put(inner)]);
    const isNamed = (value as { uuid?: unknown }).uuid === SLOT && 'resource' in value && isKind(kind);
    return { ...Object.fromEntries(entries), ...(isNamed && { resource: kind }) };
  };
  return { path: path.replaceAll(SLOT, uuid), body: put(body) };
}

const isKind = (kind: string) => (KINDS as readonly string[]).includes(kind);

it('the uuid of something hidden is answered as one that never was, wherever the API takes one', async () => {
  let compared = 0;
  const faults: string[] = [];
  for (const described of operationsOf(app.description).filter(({ path }) => path.startsWith('/api/v2/'))) {
    const room = described.path.split('/')[3]!;
    for (const one of slottedRequests(described)) {
      const isInPath = !one.path.includes('?') && one.path.includes(SLOT);
      const send = async (of: Hidden) => {
        const { path, body } = naming(one, of);
        const at = path.replace(/wait_s=\d+/, 'wait_s=0');
        return answerOf(await app.call(described.method, at, { as: ann!, body }), of.uuid);
      };
      const meant = hidden.filter(({ kind }) =>
        isInPath
          ? room === kind || room === `${kind}s`
          : isKind(kind) || kind === 'files' || kind === 'mails',
      );
      for (const of of meant) {
        const never = { kind: of.kind, uuid: neverLike(of.uuid) };
        const before = await send(never);
        const answer = await send(of);
        compared++;
        // What a request has changed, the next one meets: so the one that never was comes again.
        if (answer !== before && answer !== (await send(never)))
          faults.push(`${described.name} ${JSON.stringify(naming(one, of))}\n  ${answer}\n  ${before}`);
      }
    }
  }
  assert.deepEqual(faults, [], faults.join('\n'));
  assert.ok(compared > 500, `${compared}`);
});
