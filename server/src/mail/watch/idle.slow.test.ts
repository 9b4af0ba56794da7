import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import sql from 'sql-template-tag';
import { newUuid } from '../../platform/ids.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { Ownership } from '../../platform/workers/ownership.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { sealPassword } from '../mailboxes/password.ts';
import { insertMailbox } from '../mailboxes/queries.ts';
import { openWatches } from './worker-part.ts';

const MAILBOXES = 200;

/** What an idle mailbox may cost. Without TLS it is about 80 kB. */
const EACH_MAX_BYTES = 250_000;

setFlagsFromString('--expose_gc');
const collect: () => void = runInNewContext('gc');

/** What this thread holds, after all that nobody holds is gone. */
function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test(`${MAILBOXES} mailboxes in which nothing happens cost 250 kB each at the most, and one query for all`, async (t) => {
  const server = new Worker(join(import.meta.dirname, '../testing/imap-thread.ts'));
  t.after(() => server.terminate());
  const [port] = (await once(server, 'message')) as [number];
  const app = await startTestApp();
  const ada = await app.addUser('Ada');
  const account_uuid = await app.addAccount(ada);
  const [now, at] = [app.clock.now(), toApiTime(app.clock.now())];
  for (let n = 0; n < MAILBOXES; n++) {
    const uuid = newUuid(now);
    const of = { uuid, account_uuid, user_uuid: ada.uuid, address: `m${n}@example.com`, username: 'm' };
    await insertMailbox(app.db, {
      ...of,
      imap: { host: '127.0.0.1', port, security: 'none' },
      password_encrypted: sealPassword(app, uuid, 'imap-secret'),
      ...{ smtp: null, smtp_username: null, smtp_password_encrypted: null, provider: null, tokens: null },
      ...{ default_visibility: 'trace', signature: '', since: '2026-01-01', state: 'live', problem: null },
      ...{ looked_at_count: 0, kept_count: 0, left_count: 0, last_mail_at: null, last_looked_at: null },
      ...{ version: 1, created_at: at, updated_at: at },
    });
  }
  const asked: string[] = [];
  const db = { ...app.db };
  db.query = (statement) => {
    asked.push(statement.text);
    return app.db.query(statement);
  };
  db.transaction = (work) => {
    asked.push('a transaction');
    return app.db.transaction(work);
  };
  let lookAgain = () => {};
  const ownership = {
    holds: true,
    owns: () => true,
    isLeaving: () => false,
    serve: ({ onChange }: { onChange: () => void }) => {
      lookAgain = onChange;
    },
  } as unknown as Ownership;
  const log = { warn: () => {}, info: () => {}, error: () => {} };
  const before = heldBytes();
  const part = openWatches({ ...app, db, log: log as never }, ownership);
  await part.start();
  t.after(async () => {
    await part.finish();
    await part.close();
    await app.close();
  });
  await until('all to be waited in', async () => {
    const [row] = await app.db.query<{ count: number }>(sql`
      SELECT count(*) FROM mailboxes WHERE is_watched`);
    return row!.count === MAILBOXES;
  });
  // Each is read once, when it begins to be waited in.
  await until('each to be read soon', async () => {
    const [row] = await app.db.query<{ count: number }>(
      sql`SELECT count(*) FROM jobs WHERE type = 'sync_mailbox' AND finished_at IS NULL`,
    );
    return row!.count === MAILBOXES;
  });
  const looks = 5;
  asked.splice(0);
  for (let n = 1; n <= looks; n++) {
    lookAgain();
    await until('another look', async () => asked.length >= n);
  }
  assert.equal(asked.length, looks, asked.join('\n'));
  const each_bytes = (heldBytes() - before) / MAILBOXES;
  t.diagnostic(`${Math.round(each_bytes / 1000)} kB a mailbox`);
  assert.ok(each_bytes > 0 && each_bytes < EACH_MAX_BYTES, `${each_bytes}`);
});
