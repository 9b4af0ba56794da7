import pg from 'pg';

/**
 * True when the database did not answer in time. The connection, or the whole network, may have
 * gone silent.
 */
export function isReadTimeout(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof pg.DatabaseError) && error.message === 'Query read timeout'
  );
}

/** Tracks the idle connections of a pool, and can drop them when they may have gone silent. */
export function trackIdle(pool: pg.Pool): { drop(): void } {
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) idle.add(client);
  });
  return {
    drop: () => {
      for (const client of [...idle]) {
        // The pool removes the connection at once, as a lost one. It also sends a goodbye, which
        // nobody answers.
        client.emit('error', new Error('given up, because the database was silent on another connection'));
        (client as unknown as WithStream).connection.stream.destroy();
      }
    },
  };
}

/** The stream of a connection. node-postgres itself destroys it when it gives a connection up. */
type WithStream = { connection: { stream: { destroy(): void } } };
