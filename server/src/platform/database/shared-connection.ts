import type pg from 'pg';
import { answerTo } from './let-go.ts';

/**
 * One connection that several statements use at a time. Each is sent at once, and PostgreSQL
 * answers them in turn. Such a statement costs less, but it waits for those sent before it.
 */
export class SharedConnection {
  readonly #pool: pg.Pool;
  #current: { client: Promise<pg.PoolClient>; users: number; failure?: Error } | undefined;

  /** `pool` has one connection, which must be pipelined. */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async query<Row extends object>(statement: pg.QueryConfig): Promise<Row[]> {
    this.#current ??= { client: this.#pool.connect(), users: 0 };
    const current = this.#current;
    current.users++;
    try {
      const client = await current.client;
      return (await answerTo(statement, client.query<Row>(statement))).rows;
    } catch (error) {
      // The connection may have gone, so later statements take a new one.
      current.failure = error as Error;
      if (this.#current === current) this.#current = undefined;
      throw error;
    } finally {
      current.users--;
      if (current.users === 0) {
        if (this.#current === current) this.#current = undefined;
        const release = (client: pg.PoolClient) => client.release(current.failure);
        // A connection that was never made has nothing to give back.
        await current.client.then(release, () => {});
      }
    }
  }
}
