import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../server/src/testing/until.ts';
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
  test('prints a line for each event that was asked for, and ends in order', async () => {
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
    child.kill();
  });

  test('refuses an event that there is not, and names those that there are', async () => {
    const { exit_code, stderr } = await remote.run(['events', 'tail', '--events', 'client.changed']);
    assert.equal(exit_code, 2);
    assert.match(stderr, /There is no event client\.changed\. There are \*, account\.\*/);
  });
});
