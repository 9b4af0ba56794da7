import { readFile, stat } from 'node:fs/promises';
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

/** What PostgreSQL logs of the statements in one database. */
export type StatementLog = {
  /** The statements that ended since the last call of this function. */
  next(): Promise<LoggedStatement[]>;
};

/** Has the PostgreSQL of the tests log each statement on later connections to this database. */
export async function logStatements(connectionString: string): Promise<StatementLog> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const database = new URL(connectionString).pathname.slice(1);
  await client.query(`ALTER DATABASE ${database} SET log_min_duration_statement = 0`);
  await client.end();
  const file = join(process.env.TEST_FOLDER!, 'shared-database/postgres.log');
  let read_bytes = (await stat(file)).size;
  return {
    next: async () => {
      const bytes = (await readFile(file)).subarray(read_bytes);
      read_bytes += bytes.length;
      return [...bytes.toString().matchAll(LINE)].map(([, at, pid, duration_ms, step, text]) => {
        const ended_ms = Date.parse(at!);
        return {
          pid: Number(pid),
          step: step as LoggedStatement['step'],
          text: text!,
          began_ms: ended_ms - Number(duration_ms),
          ended_ms,
        };
      });
    },
  };
}

/**
 * A line of the log, and the lines of its statement, which begin with a tab. A statement without a
 * name is `<unnamed>`.
 */
const LINE =
  /^(\S+ \S+ UTC) \[(\d+)\] LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)(?: [^:]+)?: (.*(?:\n\t.*)*)$/gm;
