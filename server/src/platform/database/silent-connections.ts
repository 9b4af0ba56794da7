import pg from 'pg';

/**
 * Whether the database did not answer in time: the connection, or all between here and there, may
 * have gone silent.
 */
export function isReadTimeout(error: unknown): boolean {
  return (
    error instanceof Error && !(error instanceof pg.DatabaseError) && error.message === 'Query read timeout'
  );
}

/**
 * Knows the connections of the pool that nobody uses, to drop them when they may have gone silent.
 */
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
        // The pool takes it out at once, as one that was lost, and says good-bye, to which nobody
        // answers any more.
        client.emit('error', new Error('given up, because the database was silent on another connection'));
        (client as unknown as WithStream).connection.stream.destroy();
      }
    },
  };
}

/** node-postgres destroys streams in the same way where it gives a connection up. */
type WithStream = { connection: { stream: { destroy(): void } } };
