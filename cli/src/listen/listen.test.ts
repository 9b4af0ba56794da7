import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { verifySync } from '@rapport/webhooks';
import { startTestReceiver, type TestReceiver } from '../../../server/src/testing/test-receiver.ts';
import { HAS_TERMINAL, startInTerminal } from '../testing/terminal.ts';
import { startRapport } from '../testing/test-command.ts';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

let remote: TestRemote;
before(async () => {
  remote = await startTestRemote();
});
after(() => remote.close());

const createClient = async (name: string) =>
  (await remote.app.call('POST', '/api/v2/clients', { as: remote.user, body: { name } })).body.data;

/** Starts it; once it has greeted, it gets whatever happens. */
async function startListening(receiver: TestReceiver, ...args: string[]) {
  const child = startRapport(['listen', '--forward-to', receiver.url, ...args], remote.settings);
  const [greeting] = await once(child.stderr!.setEncoding('utf8'), 'data');
  const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return { child, secret: /Signing secret {2}(\w{60})/.exec(greeting)![1]!, lines };
}

describe('rapport listen', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await startTestReceiver();
  });
  after(() => receiver.close());

  test('gives a receiver the bytes of the event, signed, and prints what came of it', async () => {
    const { child, secret, lines } = await startListening(receiver, '--events', 'client.*');
    const { uuid } = await createClient('Zoë & Søn <A/S>');
    const [request] = await receiver.untilReceived(1);
    const event = verifySync(request!.body, request!.headers, secret, { replayProtection: true });
    assert.deepEqual([event.event, (event.data as { uuid: string }).uuid], ['client.created', uuid]);
    const feed = await remote.app.call('GET', `/api/v2/events?limit=200`, { as: remote.user });
    assert.deepEqual(event, feed.body.data.at(-1));
    const names = ['x-event', 'x-attempt', 'user-agent', 'content-type', 'webhook-id'];
    assert.deepEqual(
      names.map((name) => request!.headers[name]),
      ['client.created', '1', 'Rapport-Webhooks/1', 'application/json', event.uuid],
    );
    assert.match((await lines.next()).value, /^\d\d:\d\d:\d\d {2}client\.created +\S+ {2}→ 200 in \d+ ms$/);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('has the same secret the next time, and leaves no subscription in the service', async () => {
    const first = await startListening(receiver);
    first.child.kill();
    await once(first.child, 'exit');
    const second = await startListening(receiver);
    const { body } = await remote.app.call('GET', '/api/v2/webhook-subscriptions', { as: remote.user });
    second.child.kill();
    await once(second.child, 'exit');
    assert.equal(first.secret, second.secret);
    assert.equal((await remote.run(['listen', '--print-secret'])).stdout, `${first.secret}\n`);
    assert.deepEqual(body.data, []);
  });

  test('leaves out the events that were not asked for', async () => {
    const other = await startTestReceiver();
    const { child, lines } = await startListening(other, '--events', 'client.deleted');
    const { uuid } = await createClient('Short lived');
    await remote.app.call('DELETE', `/api/v2/clients/${uuid}`, { as: remote.user });
    assert.match((await lines.next()).value, /client\.deleted/);
    assert.equal(other.received.length, 1);
    child.kill();
    await other.close();
  });

  test('prints what a receiver that is down, or refuses, has answered', async () => {
    const other = await startTestReceiver();
    const { child, lines } = await startListening(other);
    other.answerWith(500);
    await createClient('Refused');
    assert.match((await lines.next()).value, /→ 500 in \d+ ms$/);
    await other.close();
    await createClient('Lost');
    assert.match((await lines.next()).value, /→ no answer \(ECONNREFUSED\)$/);
    child.kill();
  });

  test('with --json prints an object for each delivery', async () => {
    const args = ['listen', '--forward-to', receiver.url, '--json'];
    const child = startRapport(args, remote.settings);
    const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
    const line = lines.next();
    // Without a greeting nobody knows when it has begun, so things happen until it has seen one.
    let ended = false;
    line.then(() => {
      ended = true;
    });
    while (!ended) await createClient('Again');
    const { event, is_accepted, response_status, attempt } = JSON.parse((await line).value);
    assert.deepEqual([event, is_accepted, response_status, attempt], ['client.created', true, 200, 1]);
    child.kill();
  });

  test('in a terminal sends the last one again at r and ends at q', { skip: !HAS_TERMINAL }, async () => {
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
    assert.match(terminal.screen(), /Ended\. Nothing is left behind in the service\.\r\n$/);
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
