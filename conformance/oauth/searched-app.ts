import assert from 'node:assert/strict';
import { pino } from 'pino';
import type { Database } from '../../server/src/platform/database/database.ts';
import { LOG_OPTIONS } from '../../server/src/platform/process/log.ts';
import { dumpOf, secretsIn } from '../../server/src/testing/find-secrets.ts';
import {
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
  type TestAppOptions,
} from '../../server/src/testing/test-app.ts';

/**
 * Starts the whole service like `startTestApp`. Closing it searches its database and its most
 * detailed log for every secret of the file's tests (C62), and fails if it finds one.
 */
export async function startSearchedApp(options: TestAppOptions = {}): Promise<TestApp> {
  const lines: string[] = [];
  const log = pino({ ...LOG_OPTIONS, level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await startTestApp({ ...options, log });
  const close = async () => {
    await app.jobs.finished();
    const mailed = app.mails.flatMap(({ text }) => /code=(\w+)/.exec(text)?.[1] ?? []);
    const rows = await dumpOf(app.db);
    await app.close();
    assertHoldNoSecret({ rows, lines }, [TEST_PASSWORD, ...mailed]);
  };
  return { ...app, close };
}

/** Checks C62 for servers that run as processes of their own. */
export async function assertKeepsNoSecret(
  db: Pick<Database, 'query'>,
  log: string,
  passwords: string[],
): Promise<void> {
  assertHoldNoSecret({ rows: await dumpOf(db), lines: log.split('\n') }, passwords);
}

function assertHoldNoSecret(kept: { rows: string[]; lines: string[] }, others: string[]): void {
  assert.ok(kept.rows.length > 0 && kept.lines.length > 0, 'there is something to search');
  for (const text of [...kept.rows, ...kept.lines])
    assert.deepEqual(secretsIn(text, others), [], `C62: a secret is kept in ${text}`);
}
