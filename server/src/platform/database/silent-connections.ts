import pg from 'pg';

/**
 * Whether the database did not answer in time. The connection, or the whole network to it, may have
 * gone silent.
 */
export function isReadTimeout(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof pg.DatabaseError) && error.message === 'Query read timeout'
  );
}

/** Knows the idle connections of the pool, to drop them when they may have gone silent. */
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
        // The pool removes it at once, as a lost connection, and sends a goodbye that nobody
        // answers.
        client.emit('error', new Error('given up, because the database was silent on another connection'));
        (client as unknown as WithStream).connection.stream.destroy();
      }
    },
  };
}

/** node-postgres itself destroys the stream of a connection that it gives up. */
type WithStream = { connection: { stream: { destroy(): void } } };
