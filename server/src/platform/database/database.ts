import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Problem } from '../problem.ts';
import { connectionSettings } from './connection-settings.ts';
import { withoutStack } from './database-down.ts';
import { CONNECTION_SETTINGS, listen, type Subscription } from './listen.ts';
import { SharedConnection } from './shared-connection.ts';
import { isReadTimeout, trackIdle } from './silent-connections.ts';

/** A statement. One with a name is prepared once per connection. */
export type Statement = Sql & { name?: string; is_quick?: boolean; as_texts?: boolean };

/** A row with its values as PostgreSQL sent them, in the order of the columns. */
export type TextRow = (string | null)[];

export interface Queryable {
  /** Runs one statement and returns its rows. Column names are the field names of the API. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /**
   * Runs `work` in a transaction. Commits when it returns, rolls back when it throws or returns a
   * `Problem`. Within a transaction, `work` becomes a part of that one.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

export interface Transaction extends Queryable {
  /** Notifies all processes that listen to `channel` after the commit; never after a rollback. */
  notifyAfterCommit(channel: string): void;
  /** Calls `begin` after the commit, never after a rollback. `begin` must not throw. */
  afterCommit(begin: () => void): void;
}

export interface Database extends Queryable {
  /**
   * Calls `listener` with the payload of each notification. It also calls it with '' after each
   * reconnection, because a notification may have been missed.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<Subscription>;
  close(): Promise<void>;
}

/** Names a frequent statement, so that the database parses and plans it once per connection. */
export function prepared(name: string, statement: Sql): Statement {
  return Object.assign(statement, { name });
}

/**
 * Names a frequent statement that finds one row by a unique index, and locks nothing. Outside of
 * transactions such statements share a connection, where a slow one would delay the others.
 */
export function quick(name: string, statement: Sql): Statement {
  return Object.assign(statement, { name, is_quick: true });
}

/** Makes a statement return each row as a `TextRow`, for values that are passed on unread. */
export function asTexts(statement: Statement): Statement {
  return Object.assign(statement, { as_texts: true });
}

/**
 * The time limit of a statement, longer than any of ours takes. A frozen database or a network that
 * loses packets must not hold a request for ever.
 */
const QUERY_TIMEOUT_MS = 30_000;

/**
 * The limit in the database is a second shorter, so that it completes nothing we no longer wait
 * for.
 */
export const STATEMENT_TIMEOUT = '29s';

/**
 * The longest pause within a transaction. A process that stops there, such as a paused virtual
 * machine, keeps its locks until then, and may make all workers wait for a receiver. It is shorter
 * than a lease, and longer than hashing a password, our longest work between two statements.
 */
const IDLE_TIMEOUT = '15s';

/**
 * Parallel plans are off. Many statements run at a time, so other statements need the second
 * processor, and starting a parallel worker takes longer than most statements.
 */
const ONE_PROCESSOR = '-c max_parallel_workers_per_gather=0';

const STATEMENT_TIMEOUTS = `-c statement_timeout=${STATEMENT_TIMEOUT} -c idle_in_transaction_session_timeout=${IDLE_TIMEOUT}`;

/**
 * A prepared statement is planned once, regardless of its values. Sequential scans are off: they
 * are best while a table is small, but the plan outlives that.
 */
const FIXED_PLANS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

/**
 * The longest life of a connection with fixed plans. It keeps its plans, but the best plan depends
 * on the sizes of the tables.
 */
const FIXED_PLANS_LIFETIME_S = 60;

/**
 * Opens the PostgreSQL at `connectionString` as a pool of `connections` (10), and one more for
 * quick statements. They connect at the first statement. A statement is rejected when it gets no
 * connection within 5 s, or no answer within `query_timeout_ms` (30 s).
 */
export function openDatabase(
  connectionString: string,
  options: {
    connections?: number;
    query_timeout_ms?: number;
    /** True for statements whose plan must not change with the sizes or statistics of tables. */
    fixed_plans?: boolean;
    /** Called when a connection was lost or could not be made. */
    onError?: (error: Error) => void;
    /** Called when a connection was made. */
    onConnected?: () => void;
  } = {},
): Database {
  const plans = options.fixed_plans ? FIXED_PLANS : '';
  const settings = connectionSettings(
    connectionString,
    `${STATEMENT_TIMEOUTS} ${ONE_PROCESSOR} ${plans}`.trim(),
  );
  let closing = false;
  // Errors while closing are ignored: the embedded database may stop before the last connections
  // close.
  const onError = (error: Error) => closing || options.onError?.(withoutStack(error));
  const poolOf = (more: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...settings,
      ...CONNECTION_SETTINGS,
      ...more,
      query_timeout: options.query_timeout_ms ?? QUERY_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      maxLifetimeSeconds: options.fixed_plans ? FIXED_PLANS_LIFETIME_S : 0,
      types: { getTypeParser },
      application_name: `rapport ${process.pid}`,
    });
    // Without this listener the loss of an idle connection would end the process (node-postgres
    // emits the error on the pool).
    pool.on('error', onError);
    pool.on('connect', (client) => {
      client.on('error', onError);
      options.onConnected?.();
    });
    return pool;
  };
  const pool = poolOf({ max: options.connections ?? 10 });
  const quickPool = poolOf({ max: 1, pipeline: true });
  const shared = new SharedConnection(quickPool);

  const idle = [trackIdle(pool), trackIdle(quickPool)];
  // When one connection has gone silent, the idle ones probably have, too. Each would hold up a
  // request for just as long.
  const dropIdleIfSilent = (error: unknown) => {
    if (isReadTimeout(error)) for (const connections of idle) connections.drop();
    return error;
  };

  const query = async <Row extends object>(statement: Statement) => {
    const config = toQueryConfig(statement);
    try {
      return statement.is_quick ? await shared.query<Row>(config) : (await pool.query<Row>(config)).rows;
    } catch (error) {
      throw dropIdleIfSilent(error);
    }
  };

  // Sent after the commit: NOTIFY within a transaction makes all committing transactions queue. A
  // crash may lose a notification, but listeners also look every second.
  const notify = coalesced(async (channel: string) => {
    await pool.query('SELECT pg_notify($1, $2)', [channel, '']).catch(onError);
  });

  return {
    query,
    transaction: async (work) => {
      try {
        return await runTransaction(pool, notify, work);
      } catch (error) {
        throw dropIdleIfSilent(error);
      }
    },
    listen: (channel, listener) =>
      listen(settings, channel, listener, { onError, onConnected: options.onConnected }),
    close: async () => {
      closing = true;
      await Promise.all([pool.end(), quickPool.end()]);
    },
  };
}

async function runTransaction<Result>(
  pool: pg.Pool,
  notify: (channel: string) => void,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const channels = new Set<string>();
  const beginnings: (() => void)[] = [];
  let broken: Error | undefined;
  const ask = async <Row extends object>(statement: pg.QueryConfig | string) => {
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      // A connection that does not answer gets no ROLLBACK, which would take as long again.
      if (isReadTimeout(error)) broken = error as Error;
      throw error;
    }
  };
  const tx: Transaction = {
    query: (statement) => ask(toQueryConfig(statement)),
    transaction: (inner) => inner(tx),
    notifyAfterCommit: (channel) => channels.add(channel),
    afterCommit: (begin) => beginnings.push(begin),
  };
  try {
    await ask('BEGIN');
    const result = await work(tx);
    await ask(result instanceof Problem ? 'ROLLBACK' : 'COMMIT');
    if (result instanceof Problem) return result;
    for (const channel of channels) notify(channel);
    for (const begin of beginnings) begin();
    return result;
  } catch (error) {
    if (!broken) {
      await client.query('ROLLBACK').catch((rollbackError) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    // A connection that failed to roll back is closed instead of reused.
    client.release(broken);
  }
}

function toQueryConfig({ text, values, name, as_texts }: Statement): pg.QueryConfig {
  return { text, values, name, ...(as_texts && AS_TEXTS) };
}

const AS_TEXTS = { rowMode: 'array', types: { getTypeParser: () => (text: string) => text } };

/**
 * Limits notifications to one at a time for each channel. Notifications that come meanwhile are
 * sent as a single one.
 */
function coalesced(send: (channel: string) => Promise<void>): (channel: string) => void {
  const inFlight = new Map<string, { again: boolean }>();
  const run = async (channel: string) => {
    const state = { again: false };
    inFlight.set(channel, state);
    await send(channel);
    inFlight.delete(channel);
    if (state.again) run(channel);
  };
  return (channel) => {
    const state = inFlight.get(channel);
    if (state) state.again = true;
    else run(channel);
  };
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const DATE = 1082;

/**
 * The parser for values of one type. Times take the form of the API (`…T09:20:00.000+00:00`),
 * counts become numbers, and node-postgres parses the others.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return readTimestamptz;
  if (oid === INT8) return Number;
  if (oid === DATE) return String;
  return pg.types.getTypeParser(oid, format as 'text');
}

/**
 * Turns `2026-11-20 09:20:00.5+00` into `2026-11-20T09:20:00.500+00:00`. The session's zone is UTC,
 * so the offset is always +00.
 */
export function readTimestamptz(text: string): string {
  // A fast path: most times have this length, and every record of a list has several.
  if (text.length === 26 && text[10] === ' ') return `${text.slice(0, 10)}T${text.slice(11, 23)}+00:00`;
  const [seconds, fraction = ''] = text.slice(0, -3).replace(' ', 'T').split('.');
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}+00:00`;
}
