import pg from 'pg';

export type Subscription = { close(): Promise<void> };

/**
 * The time limit for a connection: long enough for a restart of the database, short enough to fail
 * fast.
 */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * After this time without a byte the operating system probes the other side. It detects a dead peer
 * within some seconds.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** The settings of every long-lived connection. */
export const CONNECTION_SETTINGS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
};

/**
 * A proxy would answer the probe of the operating system in place of the database. So we also send
 * the database a query this often.
 */
const CHECK_EVERY_MS = 10_000;
const CHECK_TIMEOUT_MS = 10_000;

/** The pause between a lost connection and the next attempt to listen. */
const RELISTEN_AFTER_MS = 500;

/**
 * Listens to `channel` on a connection of its own, and reconnects when the connection is lost or
 * silent. `listener` gets the payload of each notification. It gets '' after each reconnection,
 * because a notification may have been missed.
 */
export async function listen(
  settings: { connectionString: string; options: string },
  channel: string,
  listener: (payload: string) => void,
  { onError, onConnected }: { onError: (error: Error) => void; onConnected: (() => void) | undefined },
): Promise<Subscription> {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({
      ...settings,
      ...CONNECTION_SETTINGS,
      query_timeout: CHECK_TIMEOUT_MS,
      application_name: `rapport ${process.pid} listen`,
    });
    next.on('error', onError);
    next.on('notification', ({ payload = '' }) => listener(payload));
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // A standby accepts the connection but refuses LISTEN. Without this, each try would leave a
      // connection open.
      next.end().catch(() => {});
      throw error;
    }
    next.on('end', reconnectLater);
    onConnected?.();
    client = next;
    keepChecking(next, onError);
  };
  const reconnectLater = () => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      connecting = connect().then(() => listener(''), retry);
    }, RELISTEN_AFTER_MS);
  };
  const retry = (error: Error) => {
    onError(error);
    reconnectLater();
  };

  let connecting = connect();
  await connecting;
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      // A connection that is just being made would otherwise stay open.
      await connecting;
      // Not awaited, as in the pool: on a silent network the other side never confirms the end.
      client?.end().catch(() => {});
    },
  };
}

/**
 * Checks a connection regularly: one that only listens does not notice that the network has gone
 * silent.
 */
function keepChecking(listening: pg.Client, onError: (error: Error) => void): void {
  let again: NodeJS.Timeout;
  const checkLater = () => {
    again = setTimeout(check, CHECK_EVERY_MS);
  };
  const check = async () => {
    try {
      await listening.query('SELECT 1');
      checkLater();
    } catch (error) {
      onError(error as Error);
      listening.end().catch(() => {});
    }
  };
  listening.once('end', () => clearTimeout(again));
  checkLater();
}
