import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { verifySync } from '@rapport/webhooks';
import { startTestReceiver, type TestReceiver } from '../../../server/src/testing/test-receiver.ts';
import { until } from '../../../server/src/testing/until.ts';
import { HAS_TERMINAL, startInTerminal } from '../testing/terminal.ts';
import { startRapport } from '../testing/test-command.ts';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

let remote: TestRemote;
before(async () => {
  remote = await startTestRemote();
  // Receivers compare the time of the signature with the real time, so the clock of the service
  // must show it.
  remote.app.clock.advance(Date.now() - remote.app.clock.now().getTime());
});
const started = new Set<ChildProcess>();
after(async () => {
  // Ends the commands that a failed test has left running.
  for (const child of started) child.kill();
  await remote.close();
});

const createClient = async (name: string) =>
  (await remote.app.call('POST', '/api/v2/clients', { as: remote.user, body: { name } })).body.data;

const listSubscriptions = async () =>
  (await remote.app.call('GET', '/api/v2/webhook-subscriptions', { as: remote.user })).body.data;

/**
 * Starts the command. Events are forwarded from the moment in which it has printed its greeting.
 */
async function startListening(receiver: Pick<TestReceiver, 'url'>, ...args: string[]) {
  const child = startRapport(['listen', '--forward-to', receiver.url, ...args], remote.settings);
  started.add(child);
  const [greeting] = await once(child.stderr!.setEncoding('utf8'), 'data');
  const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return { child, secret: /Signing secret {2}(\w+)/.exec(greeting)![1]!, lines };
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT') {
  child.kill(signal);
  assert.deepEqual(await once(child, 'exit'), [0, null]);
}

describe('rapport listen', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await startTestReceiver();
  });
  after(() => receiver.close());

  test('sends a receiver the bytes of the event with the headers of the service, and prints the outcome', async () => {
    const { child, secret, lines } = await startListening(receiver, '--events', 'client.*');
    const [{ signing_secret, uuid: subscription_uuid }] = await listSubscriptions();
    assert.equal(secret, signing_secret);
    const { uuid } = await createClient('Zoë & Søn <A/S>');
    const [request] = await receiver.untilReceived(1);
    const event = verifySync(request!.body, request!.headers, secret, { replayProtection: true });
    assert.deepEqual([event.event, (event.data as { uuid: string }).uuid], ['client.created', uuid]);
    const names = ['x-event', 'x-attempt', 'user-agent', 'content-type', 'webhook-id'];
    assert.deepEqual(
      names.map((name) => request!.headers[name]),
      ['client.created', '1', 'Rapport-Webhooks/1', 'application/json', event.uuid],
    );
    assert.match((await lines.next()).value, /^\d\d:\d\d:\d\d {2}client\.created +\S+ {2}→ 200 in \d+ ms$/);
    const path = `/api/v2/webhook-subscriptions/${subscription_uuid}/deliveries`;
    await until('it is in the log', async () => {
      const { body } = await remote.app.call('GET', path, { as: remote.user });
      return body.data[0].state === 'succeeded';
    });
    await end(child);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`ended with ${signal} leaves no subscription in the service`, async () => {
      const { child } = await startListening(receiver);
      const [{ url, description }] = await listSubscriptions();
      assert.equal(url, receiver.url);
      assert.match(description, /^rapport listen on /);
      await end(child, signal);
      assert.deepEqual(await listSubscriptions(), []);
    });
  }

  test('ended while its subscription is being created leaves none either', async (t) => {
    const { promise: made, resolve } = Promise.withResolvers<ServerResponse>();
    // A proxy before the service holds the answer back until the command has been told to end.
    const proxy = createServer(async (request, response) => {
      const { method, headers, url } = request;
      const passedOn = { method: method!, headers: headers as Record<string, string> };
      const body = method === 'POST' ? await text(request) : undefined;
      const answer = await fetch(remote.app.base_url + url, { ...passedOn, body });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.write(await answer.text());
      if (url === '/api/v2/webhook-relays') resolve(response);
      else response.end();
    }).listen(0, '127.0.0.1');
    t.after(() => proxy.close());
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const settings = { ...remote.settings, RAPPORT_BASE_URL: `http://127.0.0.1:${port}` };
    const child = startRapport(['listen', '--forward-to', receiver.url], settings);
    started.add(child);
    const said = text(child.stderr!);
    const answer = await made;
    assert.equal((await listSubscriptions()).length, 1);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    answer.end();
    assert.deepEqual(await ended, [0, null]);
    assert.deepEqual(await listSubscriptions(), []);
    assert.match(await said, /Ended\. The subscription is gone\.\n$/);
  });

  test('does not wait for a receiver that hangs when it is ended', async () => {
    const { promise: received, resolve } = Promise.withResolvers<void>();
    const server = createServer(() => resolve()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { child, lines } = await startListening({ url: `http://127.0.0.1:${port}/` });
    await createClient('Never answered');
    await received;
    await end(child);
    // The command would have printed a line if it had waited for the receiver.
    assert.equal((await lines.next()).done, true);
    assert.deepEqual(await listSubscriptions(), []);
    server.close();
  });

  test('ends in order when nobody reads its output any more', async () => {
    const { child } = await startListening(receiver);
    child.stdout!.destroy();
    const ended = once(child, 'exit');
    await createClient('Unread');
    assert.deepEqual(await ended, [0, null]);
    assert.deepEqual(await listSubscriptions(), []);
  });

  test('signs with a secret of your own when it is given one', async () => {
    const own = 'f'.repeat(60);
    const other = await startTestReceiver();
    const { child, secret } = await startListening(other, '--secret', own);
    assert.equal(secret, own);
    await createClient('Signed anew');
    const [request] = await other.untilReceived(1);
    verifySync(request!.body, request!.headers, own, { replayProtection: true });
    await end(child);
    await other.close();
  });

  test('is where trigger sends a sample, signed with the same secret', async () => {
    const other = await startTestReceiver();
    const { child, secret } = await startListening(other);
    const { exit_code, stderr } = await remote.run(['trigger', 'client.updated']);
    assert.equal(exit_code, 0, stderr);
    const [request] = await other.untilReceived(1);
    assert.equal(verifySync(request!.body, request!.headers, secret).test, true);
    await end(child);
    await other.close();
  });

  test('goes on when the service has ended a delivery itself', async () => {
    const worker = await remote.app.startWorker();
    let path = '';
    const change = (enabled: boolean) =>
      remote.app.call('PATCH', path, { as: remote.user, body: { enabled } });
    const names: string[] = [];
    const server = createServer(async (request, response) => {
      names.push((JSON.parse(await text(request)) as { data: { name: string } }).data.name);
      if (names.length === 1) {
        await change(false);
        await until('the workers have ended it', async () => {
          const { body } = await remote.app.call('GET', `${path}/deliveries`, { as: remote.user });
          return body.data[0].state === 'not_sent';
        });
        await change(true);
      }
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { child, lines } = await startListening({ url: `http://127.0.0.1:${port}/` });
    path = `/api/v2/webhook-subscriptions/${(await listSubscriptions())[0].uuid}`;
    await createClient('Ended');
    await lines.next();
    await createClient('Next');
    await lines.next();
    assert.deepEqual(names, ['Ended', 'Next']);
    await end(child);
    server.close();
    await worker.stop();
  });

  test('leaves out events that --events does not name', async () => {
    const other = await startTestReceiver();
    const { child, lines } = await startListening(other, '--events', 'client.deleted');
    const { uuid } = await createClient('Short lived');
    await remote.app.call('DELETE', `/api/v2/clients/${uuid}`, { as: remote.user });
    assert.match((await lines.next()).value, /client\.deleted/);
    assert.equal(other.received.length, 1);
    await end(child);
    await other.close();
  });

  test('prints that a receiver is down, or how it refused', async () => {
    const other = await startTestReceiver();
    const { child, lines } = await startListening(other);
    other.answerWith(500);
    await createClient('Refused');
    assert.match((await lines.next()).value, /→ 500 in \d+ ms$/);
    await other.close();
    await createClient('Lost');
    assert.match((await lines.next()).value, /→ no answer: .*\(ECONNREFUSED\)\. Check that it runs/);
    await end(child);
  });

  test('with --json prints an object for each delivery', async () => {
    const args = ['listen', '--forward-to', receiver.url, '--json'];
    const child = startRapport(args, remote.settings);
    const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
    const subscription = JSON.parse((await lines.next()).value);
    assert.deepEqual([subscription.url, subscription.signing_secret.length], [receiver.url, 60]);
    await createClient('As JSON');
    const { event, is_accepted, response_status, attempt } = JSON.parse((await lines.next()).value);
    assert.deepEqual([event, is_accepted, response_status, attempt], ['client.created', true, 200, 1]);
    await end(child);
    assert.equal((await lines.next()).done, true);
  });

  test('in a terminal resends the last delivery at r and ends at q', { skip: !HAS_TERMINAL }, async () => {
    const other = await startTestReceiver();
    const terminal = startInTerminal(['listen', '--forward-to', other.url], remote.settings);
    await terminal.untilShown('q ends.');
    await createClient('Twice');
    await terminal.untilShown('→ 200');
    terminal.type('r');
    await terminal.untilShown('(attempt 2)');
    const [first, second] = await other.untilReceived(2);
    assert.deepEqual(first!.body, second!.body);
    assert.deepEqual(
      [first, second].map((request) => request!.headers['x-attempt']),
      ['1', '2'],
    );
    assert.equal(first!.headers['x-delivery-uuid'], second!.headers['x-delivery-uuid']);
    terminal.type('q');
    assert.equal(await terminal.ended, 0);
    assert.match(terminal.screen(), /Ended\. The subscription is gone\.\r\n$/);
    await other.close();
  });

  test('with a token that does not work is refused at once', async () => {
    const child = startRapport(['listen', '--forward-to', receiver.url], {
      ...remote.settings,
      RAPPORT_TOKEN: 'wrong',
    });
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });
});
