import pg from 'pg';

export type Subscription = { close(): Promise<void> };

/**
 * What a caller learns when the database does not answer; long enough for a restart, short enough
 * to fail fast.
 */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * The system asks after so long without a byte whether the other side is still there, and hears
 * within some seconds.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Of every connection that lives on. */
export const CONNECTION_SETTINGS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
};

/**
 * A proxy between here and the database answers for it to the system, so the database itself is
 * asked.
 */
const CHECK_EVERY_MS = 10_000;
const CHECK_TIMEOUT_MS = 10_000;

/** How long after a lost connection the next attempt to listen is made. */
const RELISTEN_AFTER_MS = 500;

/**
 * Keeps a connection that hears what is said on `channel`, and makes another when it is lost or
 * does not answer. `listener` gets what a notification says, and '' after each reconnection, when
 * one may have been missed.
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
      // A standby takes the connection and refuses to listen: each try would leave one behind.
      next.end().catch(() => {});
      throw error;
    }
    next.on('end', reconnectLater);
    onConnected?.();
    client = next;
    keepChecking(next);
  };
  // A connection that only listens does not notice that the network has gone silent.
  const keepChecking = (listening: pg.Client) => {
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
      // One that is just being made would otherwise stay open behind us.
      await connecting;
      // Not awaited, as the pool does not: where the network has gone silent, the other side never
      // says good-bye.
      client?.end().catch(() => {});
    },
  };
}
