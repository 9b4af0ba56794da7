import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';
import { subscribe } from '../testing/test-deliveries.ts';
import { startTestReceiver } from '../testing/test-receiver.ts';

/**
 * The bodies of client.* events as receivers got them at commit 11e9160, before other kinds
 * existed. Names replace uuids and times.
 */
const RECORDED = join(import.meta.dirname, 'testing/signed-bodies.json');

/** Fields added since then, in their place within the body. */
const LATER =
  /"last_activity_at":null,"next_task_due_on":null,"next_task_due_at":null,|"source_created_at":null,|"source":null,|"shared_with":\[\],|"change_uuid":"[0-9a-f-]+",|"e164":"\+\d+",/g;

const CLIENT = {
  kind: 'organisation',
  name: '3M',
  status: 'lead',
  emails: [{ label: 'work', value: 'office@example.com', primary: true }],
  phones: [{ value: '+44 20 7946 0000' }],
  website: 'https://www.3m.com',
  addresses: [{ label: 'headquarters', street: '2501 Hudson Rd', city: 'Maplewood', country: 'US' }],
  industry: 'Industrial Conglomerates',
  tax_number: 'US123',
  language: 'en-US',
  currency: 'USD',
  tags: ['key-account', 'Ünïcode'],
  external_id: 'MMM',
  description: 'Met at the **fair**.\n\nTwo lines.',
  custom: { founded: '1902', nested: { b: 1, a: [true, null] } },
};

test('receivers of client.* get the same bytes as before, except for new fields', async () => {
  const app = await startTestApp();
  const receiver = await startTestReceiver();
  try {
    const ada = await app.addUser('Ada Lovelace');
    await app.addAccount(ada);
    const { signing_secret } = await subscribe(app, ada, receiver.url, { skip_own: false });
    await app.startWorker();
    const sent: string[] = [];
    const step = async (method: string, path: string, body?: object) => {
      const answer = await app.call(method, `/api/v2/clients${path}`, { as: ada, body });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      const { headers, body: bytes } = (await receiver.untilReceived(sent.length + 1)).at(-1)!;
      const signature = createHmac('sha256', signing_secret!).update(bytes).digest('hex');
      assert.equal(headers['x-signature'], signature);
      sent.push(bytes.toString());
      return answer.body?.data?.uuid;
    };
    const uuid = await step('POST', '', CLIENT);
    await step('PATCH', `/${uuid}`, { name: 'Minnesota Mining', status: 'active', custom: {} });
    await step('DELETE', `/${uuid}`);
    await step('POST', `/${uuid}/restore`);
    await step('POST', '', {
      kind: 'person',
      first_name: 'Grace',
      last_name: 'Hopper',
      owner_uuid: ada.uuid,
    });
    const bodies = withNames(sent.map((body) => body.replace(LATER, '')));
    assert.deepEqual(bodies, JSON.parse(readFileSync(RECORDED, 'utf8')));
  } finally {
    await app.close();
    await receiver.close();
  }
});

/** Replaces each uuid and each time by a name, equal ones by the same name. */
function withNames(bodies: string[]): string[] {
  const names = new Map<string, string>();
  const name = (kind: string) => (value: string) => {
    if (!names.has(value)) names.set(value, `${kind} ${names.size + 1}`);
    return names.get(value)!;
  };
  return bodies.map((body) =>
    body
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, name('uuid'))
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00/g, 'time'),
  );
}
