import pg from 'pg';
import { connectionSettings } from './connection-settings.ts';
import { withoutStack } from './database-down.ts';
import { answerTo } from './let-go.ts';
import { CONNECTION_SETTINGS, listen, type Subscription } from './listen.ts';
import { Notes } from './notes.ts';
import { SharedConnection } from './shared-connection.ts';
import { isReadTimeout, trackIdle } from './silent-connections.ts';
import { getTypeParser, type Statement, toQueryConfig } from './statements.ts';
import { coalesced, runTransaction } from './transaction.ts';

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
  /**
   * Sends a statement for whose answer nobody waits. It is answered before the commit: when it
   * fails, the transaction fails with its error. `then` gets its rows.
   */
  send<Row extends object>(statement: Statement, then?: (rows: Row[]) => void): void;
  /** Waits for all that was sent, and throws the error of what failed. */
  settled(): Promise<void>;
  /**
   * Runs `work` and waits for what it has sent. When that throws, what `work` wrote is undone, the
   * transaction goes on, and the error is thrown. Nobody is told what it wanted to tell after the
   * commit. Locks that are to stay must be taken before.
   */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notifies all processes that listen to `channel` after the commit; never after a rollback. */
  notifyAfterCommit(channel: string): void;
  /**
   * Sends `notes` to all processes that listen to `channel`, after the commit; never after a
   * rollback. Those of several transactions may arrive in one payload: `notesIn` takes it apart.
   */
  noteAfterCommit(channel: string, notes: string[]): void;
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
 * processor, and starting a parallel worker takes longer than most statements. So does compiling a
 * statement (JIT), which PostgreSQL does for what it thinks a list might read.
 */
const SHORT_STATEMENTS = '-c max_parallel_workers_per_gather=0 -c jit=off';

/** See `Line`: transactions say READ WRITE, so only what would slip out of one is refused. */
const READ_ONLY_OUTSIDE = '-c default_transaction_read_only=on';

const STATEMENT_TIMEOUTS = `-c statement_timeout=${STATEMENT_TIMEOUT} -c idle_in_transaction_session_timeout=${IDLE_TIMEOUT}`;

/**
 * A prepared statement is planned once, regardless of its values. Sequential scans are off: they
 * are best while a table is small, but the plan outlives that.
 */
const FIXED_PLANS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * The longest life of a connection with fixed plans. It keeps its plans, but the best plan depends
 * on the sizes of the tables.
 */
const FIXED_PLANS_LIFETIME_S = 60;

type DatabaseOptions = {
  connections?: number;
  query_timeout_ms?: number;
  /** True for statements whose plan must not change with the sizes or statistics of tables. */
  fixed_plans?: boolean;
  /** Called when a connection was lost or could not be made. */
  onError?: (error: Error) => void;
  /** Called when a connection was made. */
  onConnected?: () => void;
};

/**
 * Opens the PostgreSQL at `connectionString` as a pool of `connections` (10), as many again for
 * transactions, and one more for each kind of quick statement. They connect at the first statement.
 * A statement is rejected when it gets no connection within 5 s, or no answer within
 * `query_timeout_ms` (30 s).
 */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  let closing = false;
  // Errors while closing are ignored: the embedded database may stop before the last connections
  // close.
  const onError = (error: Error) => {
    if (!closing) options.onError?.(withoutStack(error));
  };
  const { settings, pool, line, shared, pools } = openPools(connectionString, { ...options, onError });
  const idle = pools.map(trackIdle);
  // When one connection has gone silent, the idle ones probably have, too. Each would hold up a
  // request for just as long.
  const dropIdleIfSilent = (error: unknown) => {
    if (isReadTimeout(error)) for (const connections of idle) connections.drop();
    return error;
  };

  const query = async <Row extends object>(statement: Statement) => {
    const config = toQueryConfig(statement);
    try {
      return statement.shared
        ? await shared[statement.shared].query<Row>(config)
        : (await answerTo(config, pool.query<Row>(config))).rows;
    } catch (error) {
      throw dropIdleIfSilent(error);
    }
  };

  // Sent after the commit: NOTIFY within a transaction makes all committing transactions queue. A
  // crash may lose a notification, but listeners also look every second.
  const notify = coalesced(async (channel: string) => {
    await pool.query('SELECT pg_notify($1, $2)', [channel, '']).catch(onError);
  });
  const notes = new Notes(async (channel, payloads) => {
    const each = payloads.map((one) => `NOTIFY ${pg.escapeIdentifier(channel)}, ${pg.escapeLiteral(one)}`);
    await pool.query(each.join(';')).catch(onError);
  });

  return {
    query,
    transaction: async (work) => {
      try {
        return await runTransaction(line, { notify, notes }, work);
      } catch (error) {
        throw dropIdleIfSilent(error);
      }
    },
    listen: (channel, listener) =>
      listen(settings, channel, listener, { onError, onConnected: options.onConnected }),
    close: async () => {
      closing = true;
      await notes.finish();
      await Promise.all(pools.map((one) => one.end()));
    },
  };
}

/** The pools for single statements, transactions (`line`) and quick statements (`shared`). */
function openPools(connectionString: string, options: DatabaseOptions & { onError: (error: Error) => void }) {
  const { connections: max = 10, fixed_plans = false } = options;
  const settingsWith = (more: string) =>
    connectionSettings(connectionString, `${STATEMENT_TIMEOUTS} ${SHORT_STATEMENTS} ${more}`.trim());
  const settings = settingsWith(fixed_plans ? FIXED_PLANS : '');
  const maxLifetimeSeconds = fixed_plans ? FIXED_PLANS_LIFETIME_S : 0;
  const poolOf = (more: PoolSettings) => openPool({ ...settings, maxLifetimeSeconds, ...more }, options);
  const pool = poolOf({ max });
  const records = poolOf({ max: 1, pipeline: true });
  const callers = poolOf({ max: 1, pipeline: true });
  const shared = { records: new SharedConnection(records), callers: new SharedConnection(callers) };
  if (fixed_plans) {
    return { settings, pool, line: { pool, pipelined: false }, shared, pools: [pool, records, callers] };
  }
  const ofTransactions = poolOf({
    ...settingsWith(`${FIXED_PLANS} ${READ_ONLY_OUTSIDE}`),
    max,
    pipeline: true,
    maxLifetimeSeconds: FIXED_PLANS_LIFETIME_S,
  });
  const line = { pool: ofTransactions, pipelined: true };
  return { settings, pool, line, shared, pools: [pool, records, callers, ofTransactions] };
}

type PoolSettings = pg.PoolConfig & { maxLifetimeSeconds?: number };

function openPool(
  settings: PoolSettings,
  { query_timeout_ms, onError, onConnected }: DatabaseOptions & { onError: (error: Error) => void },
): pg.Pool {
  const pool = new pg.Pool({
    ...CONNECTION_SETTINGS,
    query_timeout: query_timeout_ms ?? QUERY_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    types: { getTypeParser },
    application_name: `rapport ${process.pid}`,
    ...settings,
  });
  // Without this listener the loss of an idle connection would end the process (node-postgres
  // emits the error on the pool).
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    onConnected?.();
  });
  return pool;
}
