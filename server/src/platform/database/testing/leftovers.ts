import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/**
 * Returns a line for each test database that was not dropped and each connection that was not
 * closed.
 */
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
 * Ends the processes that tests started and did not stop, and returns a line for each. Such a
 * process has the folder of the test run in its environment, which is inherited, or in its command
 * line (PostgreSQL gets a clean environment). Linux only.
 */
export async function endProcessesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => []))
    .map(Number)
    .filter((pid) => pid && pid !== process.pid);
  const lines: string[] = [];
  for (const pid of pids) {
    const [environment, command] = await Promise.all([read(pid, 'environ'), read(pid, 'cmdline')]);
    if (!environment.includes(folder) && !command.includes(folder)) continue;
    lines.push(`the process ${pid}: ${command.replaceAll('\0', ' ')}`);
    process.kill(pid, 'SIGKILL');
  }
  return lines;
}

function read(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
