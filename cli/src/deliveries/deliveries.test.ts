import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../server/src/testing/free-port.ts';
import { startTestReceiver, type TestReceiver } from '../../../server/src/testing/test-receiver.ts';
import { until } from '../../../server/src/testing/until.ts';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

let remote: TestRemote;
let receiver: TestReceiver;
let subscription_uuid: string;
let delivery_uuid: string;
before(async () => {
  remote = await startTestRemote();
  receiver = await startTestReceiver();
  const { app, user } = remote;
  await app.startWorker();
  const body = { url: receiver.url, events: ['client.*'] };
  const created = await app.call('POST', '/api/v2/webhook-subscriptions', { as: user, body });
  subscription_uuid = created.body.data.uuid;
  await app.call('POST', '/api/v2/clients', { as: user, body: { name: '3M' } });
  const [request] = await receiver.untilReceived(1);
  delivery_uuid = request!.headers['x-delivery-uuid'] as string;
  await untilState('succeeded');
});
after(async () => {
  await remote.close();
  await receiver.close();
});

/**
 * Waits for the state, because the service records an outcome after the receiver has its answer.
 */
async function untilState(state: string): Promise<void> {
  const { app, user } = remote;
  const delivery = async () =>
    (await app.call('GET', `/api/v2/webhook-deliveries/${delivery_uuid}`, { as: user })).body.data;
  await until(`a delivery that is ${state}`, delivery, (seen) => seen.state === state);
}

describe('rapport deliveries', () => {
  test('list prints a table for people', async () => {
    const { stdout } = await remote.run(['deliveries', 'list']);
    const [header, row] = stdout.split('\n');
    assert.match(header!, /^ {2}DELIVERY +EVENT +STATE +ATTEMPTS +ANSWER +PLANNED +RECORD$/);
    assert.match(
      row!,
      new RegExp(`^  ${delivery_uuid}  client\\.created  succeeded  1 +200 +2026-\\S+ +3M$`),
    );
  });

  test('list prints the records with --json, of one subscription and in one state', async () => {
    const of = ['deliveries', 'list', '--subscription', subscription_uuid, '--json'];
    const succeeded = JSON.parse((await remote.run([...of, '--state', 'succeeded'])).stdout);
    assert.deepEqual(
      succeeded.data.map(({ uuid }: { uuid: string }) => uuid),
      [delivery_uuid],
    );
    assert.deepEqual(JSON.parse((await remote.run([...of, '--state', 'failed'])).stdout), {
      data: [],
      next_cursor: null,
    });
  });

  test('show prints each attempt with its answer', async () => {
    const { stdout } = await remote.run(['deliveries', 'show', delivery_uuid]);
    assert.match(stdout, / {2}state +succeeded\n\n {2}attempt 1 {2}2026-\S+ {2}\d+ ms {2}200\n {4}thanks\n$/);
  });

  test('resend makes the service send a delivery again', async () => {
    const { exit_code, stdout } = await remote.run(['deliveries', 'resend', delivery_uuid]);
    assert.equal(exit_code, 0);
    assert.match(stdout, /^client\.created is on its way again\./);
    const requests = await receiver.untilReceived(2);
    assert.equal(requests[1]!.headers['x-delivery-uuid'], delivery_uuid);
    assert.deepEqual(requests[0]!.body, requests[1]!.body);
  });

  test('list finds the deliveries that failed for one reason', async () => {
    receiver.answerWith(500);
    await remote.app.call('POST', '/api/v2/clients', { as: remote.user, body: { name: '4M' } });
    const list = async (kind: string) => {
      const { stdout } = await remote.run(['deliveries', 'list', '--error-kind', kind, '--json']);
      return JSON.parse(stdout).data.map(
        ({ response_status }: { response_status: number }) => response_status,
      );
    };
    await until('the failure', async () => (await list('http_status')).length > 0);
    assert.deepEqual(await list('http_status'), [500]);
    assert.deepEqual(await list('redirect'), []);
    receiver.answerWith(200);
  });

  test('list says that there are more, and continues with --cursor', async () => {
    const first = await remote.run(['deliveries', 'list', '--limit', '1']);
    const [, cursor] = /There are more\. Continue with the same options and: --cursor (\S+)\n$/.exec(
      first.stdout,
    )!;
    const rest = await remote.run(['deliveries', 'list', '--limit', '1', '--cursor', cursor!]);
    assert.match(rest.stdout, new RegExp(`^  ${delivery_uuid} `, 'm'));
    assert.doesNotMatch(rest.stdout, /There are more/);
  });

  test('list finds deliveries by event and by time', async () => {
    const count = async (...args: string[]) =>
      JSON.parse((await remote.run(['deliveries', 'list', '--json', ...args])).stdout).data.length;
    const now = remote.app.clock.now().getTime();
    assert.equal(await count('--event', 'client.created', '--since', new Date(now).toISOString()), 2);
    assert.equal(await count('--event', 'client.deleted'), 0);
    assert.equal(await count('--since', new Date(now + 1).toISOString()), 0);
  });

  test('show refuses an unknown delivery', async () => {
    const { exit_code, stderr } = await remote.run(['deliveries', 'show', subscription_uuid, '--json']);
    assert.deepEqual([exit_code, JSON.parse(stderr).code], [1, 'not_found']);
  });
});

describe('rapport deliveries recover', () => {
  const recover = (...args: string[]) => remote.run(['deliveries', 'recover', ...args]);
  let since: string;
  before(async () => {
    const { app, user } = remote;
    app.clock.advance(1000);
    since = app.clock.now().toISOString();
    const path = `/api/v2/webhook-subscriptions/${subscription_uuid}`;
    await app.call('PATCH', path, { as: user, body: { enabled: false } });
    await app.call('POST', '/api/v2/clients', { as: user, body: { name: '5M' } });
    await app.call('PATCH', path, { as: user, body: { enabled: true } });
    app.clock.advance(1000);
  });

  test('only counts with --dry-run', async () => {
    const { exit_code, stdout } = await recover(subscription_uuid, '--since', since, '--dry-run');
    assert.deepEqual([exit_code, stdout], [0, '1 delivery would be sent again.\n']);
  });

  test('ends the range at --until', async () => {
    const begin = since.slice(0, 10);
    const { stdout } = await recover(
      subscription_uuid,
      '--since',
      begin,
      '--until',
      since,
      '--dry-run',
      '--json',
    );
    const range = JSON.parse(stdout);
    assert.deepEqual(
      [range.since, range.until].map((time) => new Date(time).toISOString()),
      [`${begin}T00:00:00.000Z`, since],
    );
  });

  test('makes the service send missed events again, and shows the progress', async () => {
    const { exit_code, stdout, stderr } = await recover(subscription_uuid, '--since', since);
    assert.deepEqual([exit_code, stderr], [0, '0 of 1 …\n']);
    assert.match(stdout, /^1 delivery on the way again\. See their outcome with: /);
    const names = async () => receiver.received.map(({ body }) => JSON.parse(body.toString()).data.name);
    await until('what was missed', names, (seen) => seen.includes('5M'));
  });

  test('also sends events that have arrived when asked', async () => {
    const all = await recover(
      subscription_uuid,
      '--since',
      since,
      '--only-failed=false',
      '--dry-run',
      '--json',
    );
    assert.deepEqual([all.exit_code, JSON.parse(all.stdout).only_failed], [0, false]);
  });

  test('refuses an invalid time', async () => {
    const { exit_code, stderr } = await recover(subscription_uuid, '--since', 'yesterday');
    assert.equal(exit_code, 2);
    assert.match(stderr, /It must be a date such as 2026-11-20/);
  });
});

describe('rapport trigger', () => {
  test('makes the service send a sample to a subscription', async () => {
    const before = receiver.received.length;
    const args = ['trigger', 'client.deleted', '--subscription', subscription_uuid];
    const { exit_code, stdout } = await remote.run(args);
    assert.equal(exit_code, 0);
    assert.match(stdout, /^client\.deleted \S{36} sent: 200 in \d+ ms\.\n$/);
    assert.equal(JSON.parse(String(receiver.received[before]!.body)).test, true);
  });

  test('sends a sample from here, with a secret of its own', async () => {
    const secret = 'testsecret'.repeat(6);
    const args = ['trigger', 'login.updated', '--to', receiver.url, '--secret', secret, '--json'];
    const { stdout } = await remote.run(args);
    assert.equal(JSON.parse(stdout).response_status, 200);
    const { body, headers } = receiver.received.at(-1)!;
    const { verifySync } = await import('@rapport/webhooks');
    const event = verifySync(body, headers, secret, { replayProtection: true });
    assert.deepEqual([event.event, event.test, event.uuid], ['login.updated', true, headers['webhook-id']]);
  });

  test('ends with 1 when the receiver refuses', async () => {
    receiver.answerWith(401);
    const args = ['trigger', 'client.updated', '--to', receiver.url, '--secret', 'a'.repeat(60)];
    const { exit_code, stdout } = await remote.run(args);
    receiver.answerWith(200);
    assert.equal(exit_code, 1);
    assert.match(stdout, /sent: 401 in \d+ ms/);
  });

  test('says in one sentence why there is no answer', async () => {
    const to = `http://127.0.0.1:${await freePort()}/`;
    const args = ['trigger', 'client.updated', '--to', to, '--secret', 'a'.repeat(60)];
    const { exit_code, stdout } = await remote.run(args);
    assert.equal(exit_code, 1);
    assert.match(stdout, /sent: no answer: .*\(ECONNREFUSED\).*[^.]\.\n$/);
  });

  test('refuses an invalid address', async () => {
    const args = ['trigger', 'client.updated', '--to', 'nonsense', '--secret', 'a'.repeat(60)];
    const { exit_code, stderr } = await remote.run(args);
    assert.equal(exit_code, 2);
    assert.match(stderr, /It must be an address such as http:\/\/localhost:4000\/hook\./);
  });

  test('requires a receiver', async () => {
    const { exit_code, stderr } = await remote.run(['trigger', 'client.updated']);
    assert.equal(exit_code, 2);
    assert.match(stderr, /^Nothing listens here\. Start `rapport listen`/);
  });
});
