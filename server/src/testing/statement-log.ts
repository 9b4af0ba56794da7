import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** A statement that PostgreSQL ran, as its log tells. */
export type LoggedStatement = {
  /** The process of PostgreSQL, which is one for each connection. */
  pid: number;
  /** `parse`: it was not prepared before. A text without parameters comes as `statement`. */
  step: 'parse' | 'bind' | 'execute' | 'statement';
  text: string;
  began_ms: number;
  ended_ms: number;
};

/** A statement of a caller, function or trigger, and the rows that its plan read. */
export type UsedPlan = { text: string; visited: number };

/** The part of PostgreSQL's log that was written since the last call of `next`. */
export type Log<Entry> = { next(): Promise<Entry[]> };

/** Has the PostgreSQL of the tests log each statement on later connections to this database. */
export async function logStatements(connectionString: string): Promise<Log<LoggedStatement>> {
  await setOnDatabase(connectionString, { log_min_duration_statement: '0' });
  return readLog((text) =>
    [...text.matchAll(STATEMENT)].map(([, at, pid, duration_ms, step, text]) => {
      const ended_ms = Date.parse(at!);
      return {
        pid: Number(pid),
        step: step as LoggedStatement['step'],
        text: text!,
        began_ms: ended_ms - Number(duration_ms),
        ended_ms,
      };
    }),
  );
}

/** Has it log the plan of each statement, with what it visited, on later connections. */
export async function logPlans(connectionString: string): Promise<Log<UsedPlan>> {
  await setOnDatabase(connectionString, {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  });
  return readLog((text) =>
    [...text.matchAll(PLAN)].map(([, json]) => {
      const plan = JSON.parse(json!.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Plan };
      return { text: plan['Query Text'], visited: visitedIn(plan.Plan) };
    }),
  );
}

type Plan = { 'Node Type': string; Plans?: Plan[] } & Record<string, number>;

/** The rows that the scans of a plan read. */
export function visitedIn(plan: Plan): number {
  const counts = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  const own = / Scan$/.test(plan['Node Type'])
    ? counts.reduce((sum, name) => sum + (plan[name] ?? 0), 0) * plan['Actual Loops']!
    : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + visitedIn(inner), own);
}

async function setOnDatabase(connectionString: string, settings: Record<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const database = new URL(connectionString).pathname.slice(1);
  for (const [name, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE ${database} SET ${name} = '${value}'`);
  await client.end();
}

async function readLog<Entry>(entriesOf: (text: string) => Entry[]): Promise<Log<Entry>> {
  const file = join(process.env.TEST_FOLDER!, 'shared-database/postgres.log');
  await using opened = await open(file);
  let read_bytes = (await opened.stat()).size;
  return {
    next: async () => {
      await using log = await open(file);
      const bytes = Buffer.alloc((await log.stat()).size - read_bytes);
      await log.read(bytes, 0, bytes.length, read_bytes);
      read_bytes += bytes.length;
      return entriesOf(bytes.toString());
    },
  };
}

/**
 * A line of the log, and the lines of its statement, which begin with a tab. A statement without a
 * name is `<unnamed>`.
 */
const STATEMENT =
  /^(\S+ \S+ UTC) \[(\d+)\] LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)(?: [^:]+)?: (.*(?:\n\t.*)*)$/gm;

const PLAN = /^\S+ \S+ UTC \[\d+\] LOG: {2}duration: [\d.]+ ms {2}plan:((?:\n\t.*)+)$/gm;
