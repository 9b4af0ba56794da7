import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** A line for each test database that was not dropped and each connection that was not closed. */
export async function databasesInUse(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ left: string }>(
    `SELECT 'the database ' || datname || ' (call drop() of createTestDatabase)' AS left
     FROM pg_database WHERE datname LIKE 'test\\_%'
     UNION ALL
     SELECT 'a connection to ' || datname || ' (' || application_name || '), last statement: ' || query
     FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname LIKE 'test\\_%'`,
  );
  await client.end();
  return rows.map(({ left }) => left);
}

/**
 * A line for each process that a test started and did not stop. It is known by the folder of the test run, which stands
 * in its environment (inherited) or in its command line (a PostgreSQL, which gets a clean environment). Linux only.
 */
export async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = pids
    .filter((pid) => Number(pid) !== process.pid)
    .map(async (pid) => {
      const [environment, command] = await Promise.all(
        ['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      const mentioned = environment?.includes(folder) || command?.includes(folder);
      return mentioned ? `the process ${pid}: ${command?.replaceAll('\0', ' ')}` : undefined;
    });
  return (await Promise.all(found)).filter((line) => line !== undefined);
}
