import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Deal } from '@rapport/contract/records/deals';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { startTripCounter, type TripCounter } from '../testing/trip-counter.ts';

/** Who is calling; read, lock and look; write. */
const TRIPS_MAX = 3;

let counter: TripCounter;
let app: TestApp;
let ada: TestUser;
let client_uuid: string;
let deal: Deal;
before(async () => {
  app = await startTestApp({
    through: async (connectionString) => {
      counter = await startTripCounter(connectionString);
      return counter.connectionString;
    },
  });
  ada = await app.addUser('Ada');
  await app.addAccount(ada);
  client_uuid = (await call('POST', '/clients', { name: 'Client' })).uuid;
  deal = await call('POST', '/deals', { title: 'Deal', client_uuid });
  // What the first requests start beside them, such as connections, ends meanwhile.
  for (let i = 0; i < 8; i++) await call('GET', '/me');
});
after(async () => {
  await app.close();
  counter.close();
});

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v2${path}`, { as: ada, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body?.data;
}

/** Adds a record of its own for each case. */
const client = async (fields: object = {}) =>
  (await call('POST', '/clients', { name: 'One', ...fields })).uuid;

const CASES: [
  what: string,
  run: () => Promise<[method: string, path: string, body?: object]>,
  max?: number,
][] = [
  ['a create that names nothing', async () => ['POST', '/clients', { name: 'New' }]],
  [
    'a create with an owner and an external_id',
    async () => [
      'POST',
      '/clients',
      { name: 'New', owner_uuid: ada.uuid, external_id: `id ${Math.random()}` },
    ],
  ],
  [
    'a create of a Deal with its Client and its stage',
    async () => ['POST', '/deals', { title: 'New', client_uuid, stage_uuid: deal.stage_uuid }],
  ],
  [
    'a create of a note about a Deal, which its Client shows as well',
    async () => ['POST', '/notes', { body: 'New', records: [{ resource: 'deal', uuid: deal.uuid }] }],
  ],
  [
    'a change with an owner and an external_id',
    async () => [
      'PATCH',
      `/clients/${await client()}`,
      { name: 'Other', owner_uuid: ada.uuid, external_id: `id ${Math.random()}` },
    ],
  ],
  [
    'a Deal that moves and gets another Client',
    async () => ['PATCH', `/deals/${deal.uuid}`, { title: `${Math.random()}`, client_uuid: await client() }],
  ],
  ['a deletion', async () => ['DELETE', `/clients/${await client()}`]],
  [
    'a restore of a record with an external_id',
    async () => {
      const uuid = await client({ external_id: `id ${Math.random()}` });
      await call('DELETE', `/clients/${uuid}`);
      return ['POST', `/clients/${uuid}/restore`];
    },
  ],
];

for (const [what, run, max = TRIPS_MAX] of CASES) {
  test(`${what} asks the database at most ${max} times, with the caller's token`, async () => {
    // The first time prepares connections.
    await call(...(await run()));
    const request = await run();
    const before = counter.trips();
    await call(...request);
    assert.ok(counter.trips() - before <= max, `${counter.trips() - before} round trips`);
  });
}
