import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fakeEvent, type SignedRequest, signedRequest, TEST_SECRET } from '@rapport/webhooks/testing';

const OTHER_SECRET = 'othersecrt'.repeat(6);
const event = fakeEvent('client.updated', { name: 'Zoë' });
const genuine = signedRequest(event, TEST_SECRET);
const delivery_uuid = genuine.headers['x-delivery-uuid'];

describe('the receiver in examples/receivers/node-http.ts', () => {
  let receiver: ChildProcess;
  let address: string;
  let lines: AsyncIterator<string>;

  before(async () => {
    const env = { ...process.env, PORT: '0', SIGNING_SECRETS: `${OTHER_SECRET},whsec_${TEST_SECRET}` };
    receiver = spawn(process.execPath, [join(import.meta.dirname, 'node-http.ts')], { env });
    lines = createInterface(receiver.stdout!)[Symbol.asyncIterator]();
    const [line] = await once(createInterface(receiver.stderr!), 'line');
    address = String(line).split(' ').at(-1) as string;
  });
  after(() => receiver.kill());

  const send = async (request: SignedRequest) => {
    const { status } = await fetch(address, request);
    return [status, JSON.parse((await lines.next()).value)];
  };

  it('answers a genuine delivery with 200 and prints it', async () => {
    const line = { status: 200, event: 'client.updated', uuid: event.uuid, delivery_uuid, attempt: 1 };
    assert.deepEqual(await send(genuine), [200, line]);
  });
  it('answers a replay with 200, because it keeps no store of seen events', async () => {
    assert.equal((await send(genuine))[0], 200);
  });
  it('answers a tampered delivery with 401', async () => {
    const tampered = { ...genuine, body: genuine.body.replace('Zoë', 'Zoé') };
    const line = { status: 401, delivery_uuid, attempt: 1, code: 'signature_mismatch' };
    assert.deepEqual(await send(tampered), [401, line]);
  });
  it('answers a missing signature with 401', async () => {
    const { 'x-signature': _, ...headers } = genuine.headers;
    assert.equal((await send({ ...genuine, headers }))[0], 401);
  });
  it('answers a re-serialised body with 401', async () => {
    assert.equal((await send({ ...genuine, body: JSON.stringify(event, null, 2) }))[0], 401);
  });
  it('answers a signature in upper case with 401', async () => {
    const signature = genuine.headers['x-signature'] as string;
    const headers = { ...genuine.headers, 'x-signature': signature.toUpperCase() };
    assert.equal((await send({ ...genuine, headers }))[0], 401);
  });
  it('answers a signature made with another secret with 401', async () => {
    assert.equal((await send(signedRequest(event, 'unknownkey'.repeat(6))))[0], 401);
  });
  it('answers a genuine body of 1 MiB with 200', async () => {
    const large = fakeEvent('client.updated', { note: 'x'.repeat(1024 * 1024) });
    assert.equal((await send(signedRequest(large, TEST_SECRET)))[0], 200);
  });
});

describe('without a secret', () => {
  it('the receiver does not start, and says what to do', async () => {
    const { SIGNING_SECRET: _1, SIGNING_SECRETS: _2, ...env } = process.env;
    const receiver = spawn(process.execPath, [join(import.meta.dirname, 'node-http.ts')], { env });
    let printed = '';
    receiver.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    const [status] = await once(receiver, 'close');
    assert.equal(status, 1);
    assert.match(printed, /check that the variable is set/);
  });
});
