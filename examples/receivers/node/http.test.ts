import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fakeEvent, type SignedRequest, signedRequest, TEST_SECRET } from '@rapport/webhooks/testing';

const event = fakeEvent('client.updated', { name: 'Zoë' });
const genuine = signedRequest(event, TEST_SECRET);
const { 'x-subscription-uuid': subscription_uuid, 'x-delivery-uuid': delivery_uuid } = genuine.headers;
const delivery = { subscription_uuid, delivery_uuid, attempt: 1 };

// receivers.test.ts tests what all receivers have in common.
describe('what examples/receivers/node/http.mjs prints', () => {
  let receiver: ChildProcess;
  let address: string;
  let lines: AsyncIterator<string>;

  before(async () => {
    const env = { ...process.env, PORT: '0', SIGNING_SECRET: TEST_SECRET };
    receiver = spawn(process.execPath, [join(import.meta.dirname, 'http.mjs')], { env });
    lines = createInterface(receiver.stdout!)[Symbol.asyncIterator]();
    const [line] = await once(createInterface(receiver.stderr!), 'line');
    address = String(line).split(' ').at(-1) as string;
  });
  after(() => receiver.kill());

  const lineOf = async (request: SignedRequest) => {
    await fetch(address, request);
    return JSON.parse((await lines.next()).value);
  };

  it('is the event, for a genuine delivery', async () => {
    const line = { status: 200, event: 'client.updated', uuid: event.uuid, ...delivery };
    assert.deepEqual(await lineOf(genuine), line);
  });

  it('is the reason, for a tampered one', async () => {
    const line = { status: 401, ...delivery, code: 'signature_mismatch' };
    assert.deepEqual(await lineOf({ ...genuine, body: genuine.body.replace('Zoë', 'Zoé') }), line);
  });
});

describe('without a secret', () => {
  it('the receiver does not start, and says what to do', async () => {
    const { SIGNING_SECRET: _, ...env } = process.env;
    const receiver = spawn(process.execPath, [join(import.meta.dirname, 'http.mjs')], { env });
    let printed = '';
    receiver.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    const [status] = await once(receiver, 'close');
    assert.equal(status, 1);
    assert.match(printed, /check that the variable is set/);
  });
});
