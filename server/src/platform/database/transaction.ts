import type pg from 'pg';
import sql from 'sql-template-tag';
import { Problem } from '../problem.ts';
import { answerTo } from './let-go.ts';
import type { Notes } from './notes.ts';
import { isReadTimeout } from './silent-connections.ts';
import { type Statement, toQueryConfig } from './statements.ts';

/**
 * A connection on which a transaction runs, and whether its statements may be sent before the one
 * before is answered. Such a connection is read-only outside of transactions: if BEGIN fails, what
 * was sent behind it fails as well.
 */
export type Line = { pool: pg.Pool; pipelined: boolean };

/**
 * Runs `work` in a transaction. BEGIN travels with the first statement, and COMMIT with the last
 * ones, which `work` has sent without waiting for them.
 */
export async function runTransaction<Result>(
  { pool, pipelined }: Line,
  { notify, notes }: { notify: (channel: string) => void; notes: Notes },
  work: (tx: Run) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const run = new Run(client, pipelined);
  try {
    const result = await work(run);
    if (result instanceof Problem) {
      await run.rollBack();
      return result;
    }
    await run.commit();
    for (const channel of run.channels) notify(channel);
    for (const [channel, taken] of run.notes) notes.add(channel, taken);
    for (const begin of run.beginnings) begin();
    return result;
  } catch (error) {
    await run.rollBack().catch(() => {});
    throw run.failure ?? error;
  } finally {
    // A connection that failed to roll back is closed instead of reused.
    client.release(run.broken);
  }
}

/** A transaction under way; `Transaction` of `database.ts` says what its methods do. */
class Run {
  readonly channels = new Set<string>();
  readonly notes = new Map<string, string[]>();
  readonly beginnings: (() => void)[] = [];
  /** The first error of a statement. Those behind it fail because the transaction is aborted. */
  failure: Error | undefined;
  broken: Error | undefined;
  readonly #client: pg.PoolClient;
  readonly #pipelined: boolean;
  #begun: Promise<unknown> | undefined;
  #sent: Promise<unknown>[] = [];
  #corked = false;

  constructor(client: pg.PoolClient, pipelined: boolean) {
    this.#client = client;
    this.#pipelined = pipelined;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    if (!this.#begun) {
      this.#begun = this.#ask(this.#pipelined ? 'BEGIN READ WRITE' : 'BEGIN');
      // The statements behind it report its failure.
      this.#begun.catch(() => {});
    }
    if (!this.#pipelined) await this.#begun;
    return (await this.#ask<Row>(toQueryConfig(statement))).rows;
  }

  send<Row extends object>(statement: Statement, then?: (rows: Row[]) => void): void {
    const answer = this.query<Row>(statement).then(then);
    // `settled` and `commit` report it. Nobody else waits for it.
    answer.catch(() => {});
    this.#sent.push(answer);
  }

  async settled(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    await Promise.all(sent);
  }

  async transaction<Result>(inner: (tx: Run) => Promise<Result>): Promise<Result> {
    const result = await inner(this);
    await this.settled();
    return result;
  }

  async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    const earlier = this.settled();
    // Awaited below: it is answered before the rest.
    earlier.catch(() => {});
    this.send(SAVEPOINT);
    const forget = this.#later();
    try {
      const result = await work();
      await Promise.all([earlier, this.settled()]);
      this.send(RELEASE);
      return result;
    } catch (error) {
      const cause = this.failure ?? error;
      if (this.broken) throw cause;
      // Without what was sent before it, there is nothing to go back to.
      await earlier;
      await Promise.allSettled(this.#sent);
      this.#sent = [];
      this.failure = undefined;
      this.send(ROLL_BACK_TO);
      this.send(RELEASE);
      forget();
      throw cause;
    }
  }

  /** Returns what forgets all that is asked for after the commit from now on. */
  #later(): () => void {
    const [channels, notes, count] = [[...this.channels], [...this.notes], this.beginnings.length];
    return () => {
      this.channels.clear();
      for (const channel of channels) this.channels.add(channel);
      this.notes.clear();
      for (const [channel, list] of notes) this.notes.set(channel, list);
      this.beginnings.length = count;
    };
  }

  notifyAfterCommit(channel: string): void {
    this.channels.add(channel);
  }

  noteAfterCommit(channel: string, notes: string[]): void {
    this.notes.set(channel, [...(this.notes.get(channel) ?? []), ...notes]);
  }

  afterCommit(begin: () => void): void {
    this.beginnings.push(begin);
  }

  async commit(): Promise<void> {
    if (!this.#begun) return;
    const answer = this.#ask('COMMIT');
    await Promise.all([this.#begun, this.settled(), answer]);
    // PostgreSQL answers ROLLBACK when a statement had failed.
    const { command } = await answer;
    if (command !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${command}`);
  }

  async rollBack(): Promise<void> {
    // A connection that does not answer gets no ROLLBACK, which would take as long again.
    if (!this.#begun || this.broken) return;
    try {
      await this.#client.query('ROLLBACK');
    } catch (error) {
      this.broken = error as Error;
    }
    await Promise.allSettled(this.#sent);
  }

  async #ask<Row extends object>(config: pg.QueryConfig | string): Promise<{ rows: Row[]; command: string }> {
    if (this.#pipelined) this.#cork();
    try {
      return await answerTo(config, this.#client.query<Row>(config));
    } catch (error) {
      // An aborted transaction refuses what follows: that says nothing about the cause.
      if ((error as { code?: string }).code !== ABORTED) this.failure ??= error as Error;
      if (isReadTimeout(error)) this.broken = error as Error;
      throw this.failure ?? error;
    }
  }

  /** Makes one write to the socket of all statements that are sent in one go. */
  #cork(): void {
    if (this.#corked) return;
    const { stream } = (this.#client as unknown as WithStream).connection;
    this.#corked = true;
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }
}

/** The SQLSTATE of a statement in a transaction that has failed. */
const ABORTED = '25P02';

const SAVEPOINT = sql`SAVEPOINT attempt`;
const RELEASE = sql`RELEASE SAVEPOINT attempt`;
const ROLL_BACK_TO = sql`ROLLBACK TO SAVEPOINT attempt`;

/** The stream of a connection, as node-postgres itself corks it. */
type WithStream = { connection: { stream: { cork(): void; uncork(): void } } };

/**
 * Limits notifications to one at a time for each channel. Notifications that come meanwhile are
 * sent as a single one.
 */
export function coalesced(send: (channel: string) => Promise<void>): (channel: string) => void {
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
