import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { buildBareServer } from '../../../testing/bare-server.ts';
import type { Database } from '../../database/database.ts';
import { healthRoutes } from './health.ts';

/** The two answers of a process whose database answers, is read-only, or does not answer. */
async function health(answers: boolean | 'read-only') {
  const { app } = await buildBareServer(pino({ level: 'silent' }));
  const query = () =>
    answers
      ? Promise.resolve([{ read_only: answers === 'read-only' }])
      : Promise.reject(new Error('connect ECONNREFUSED'));
  healthRoutes(app, { query } as unknown as Database);
  const [alive, ready] = [await app.inject('/healthz'), await app.inject('/readyz')];
  await app.close();
  return {
    alive: [alive.statusCode, alive.json()],
    ready: [ready.statusCode, ready.json().status, ready.json().detail],
  };
}

test('a process whose database answers is alive and ready', async () => {
  const { alive, ready } = await health(true);
  assert.deepEqual(alive, [200, { status: 'ok' }]);
  assert.deepEqual(ready, [200, 'ok', undefined]);
});

test('a process whose database does not answer is alive but not ready, without details', async () => {
  const { alive, ready } = await health(false);
  assert.deepEqual(alive, [200, { status: 'ok' }]);
  assert.deepEqual(ready, [503, 503, 'The database does not answer. See the log for the reason.']);
});

test('a process whose database is read-only is not ready, with the reason', async () => {
  const { alive, ready } = await health('read-only');
  assert.deepEqual(alive, [200, { status: 'ok' }]);
  assert.deepEqual(ready, [
    503,
    503,
    'The database is read-only, so no change can be made. Run `npx rapport doctor` for the reason.',
  ]);
});
