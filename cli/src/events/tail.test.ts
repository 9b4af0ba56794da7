import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../server/src/testing/until.ts';
import { runHere } from '../testing/run-here.ts';
import { startRapport } from '../testing/test-command.ts';
import { startTestRemote, type TestRemote } from '../testing/test-remote.ts';

let remote: TestRemote;
let newest: string;
before(async () => {
  remote = await startTestRemote();
  // The feed holds an event back while an older transaction of any test on this PostgreSQL is open.
  newest = await until('the Account in the feed', async () => (await feed('latest')).next_cursor);
  await remote.app.call('POST', '/api/v2/clients', { as: remote.user, body: { name: '3M' } });
  await until('the Client in the feed', async () => (await feed(newest)).data[0]);
});
after(() => remote.close());

async function feed(after: string) {
  return (await remote.app.call('GET', `/api/v2/events?after=${after}`, { as: remote.user })).body;
}

describe('rapport events tail', () => {
  test('prints a line for each event that --events names, and ends in order', async () => {
    const child = startRapport(
      ['events', 'tail', '--after', newest, '--events', 'client.*'],
      remote.settings,
    );
    const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
    assert.match((await lines.next()).value, /^2026-\S+ {2}client\.created +\S{36} {2}by test$/);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('prints events as they are delivered with --json', async () => {
    const child = startRapport(['events', 'tail', '--after', newest, '--json'], remote.settings);
    const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, JSON.stringify((await feed(newest)).data[0]));
    child.kill('SIGINT');
    assert.equal((await lines.next()).done, true);
  });

  test('fails when the service cannot be reached at the start', async () => {
    const settings = { ...remote.settings, RAPPORT_BASE_URL: 'http://127.0.0.1:1' };
    const { exit_code, stderr } = await runHere(['events', 'tail', '--after', newest], settings);
    assert.equal(exit_code, 1);
    assert.match(stderr, /^http:\/\/127\.0\.0\.1:1 cannot be reached\. Is the service running\?/);
  });

  test('reports an outage once, and goes on after it', async (t) => {
    const body = JSON.stringify({
      uuid: 'u',
      event: 'client.created',
      changed_fields: [],
      data: {},
      actor: {},
    });
    const answers = ['{"data":[],"next_cursor":"c"}', null, null, `{"data":[${body}],"next_cursor":"d"}`];
    const service = createServer((request, response) => {
      const answer = answers.shift();
      if (answer) response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      else if (answer === null) request.socket.destroy();
    }).listen(0, '127.0.0.1');
    t.after(() => service.close());
    await once(service, 'listening');
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const child = startRapport(['events', 'tail', '--json'], { ...remote.settings, RAPPORT_BASE_URL: url });
    const said = text(child.stderr!);
    const lines: AsyncIterator<string> = createInterface(child.stdout!)[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, body);
    child.kill('SIGINT');
    const detail = `${url} cannot be reached. Retrying until it works.`;
    assert.equal(await said, `${JSON.stringify({ code: 'connection_failed', detail })}\n`);
    service.closeAllConnections();
  });

  test('refuses an unknown event, and names the known ones', async () => {
    const { exit_code, stderr } = await remote.run(['events', 'tail', '--events', 'client.changed']);
    assert.equal(exit_code, 2);
    assert.match(stderr, /There is no event client\.changed\. There are \*, account\.\*/);
  });
});
