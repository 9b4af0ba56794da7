import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';

/**
 * A part of the receivers: each of the `count` workers that run takes its own first. Two that claim for the same receivers wait for
 * each other's rows, and get less done than one. It decides nothing but who goes first: what keeps a delivery from being made twice
 * is its lease.
 */
export type Share = { index: number; count: number };

export const ALL_RECEIVERS: Share = { index: 0, count: 1 };

/** A worker that finds nothing in its own share looks that often at those of the others, who may be slow, or gone. */
const HELP_INTERVAL_MS = 1_000;

/** Workers tell so often that they run … */
const BEAT_INTERVAL_MS = 5_000;

/** … and one that has not told for so long is gone: those left share what was its own. */
const GONE_AFTER_MS = 15_000;

/** Workers that told since then that they run, do. */
export function workersSeenSince(now: Date): Date {
  return new Date(now.getTime() - GONE_AFTER_MS);
}

/** Whether a `subscription_uuid` belongs to a share. The end of a uuid is random, so that shares are equal. */
export function isOfShare({ index, count }: Share): Sql {
  return sql`get_byte(uuid_send(subscription_uuid), 15) % ${count}::integer = ${index}::integer`;
}

/** A worker's place among those that run. */
export class Place {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #only_retries: boolean;
  readonly #uuid = newUuid();
  #share = ALL_RECEIVERS;
  #next_beat_at = new Date(0);
  #next_help_at = new Date(0);

  constructor({ db, clock, only_retries = false }: { db: Queryable; clock: Clock; only_retries?: boolean }) {
    this.#db = db;
    this.#clock = clock;
    this.#only_retries = only_retries;
  }

  /** Whose deliveries to claim next; `found` is how many the last claim found. */
  nextShare(found: number): Share {
    const now = this.#clock.now();
    if (this.#share.count > 1 && (found > 0 || now < this.#next_help_at)) return this.#share;
    this.#next_help_at = new Date(now.getTime() + HELP_INTERVAL_MS);
    return ALL_RECEIVERS;
  }

  /** Tells the others that this worker runs, if it is time to, and learns how many they are. */
  async look(): Promise<void> {
    const now = this.#clock.now();
    if (now >= this.#next_beat_at) await this.#beat(now);
    const [share] = await this.#db.query<Share>(sql`
      SELECT count(*) FILTER (WHERE uuid < ${this.#uuid}) AS index, count(*) + 1 AS count FROM webhook_workers
      WHERE uuid <> ${this.#uuid} AND only_retries = ${this.#only_retries}
        AND seen_at > ${workersSeenSince(now)}`);
    this.#share = share!;
  }

  async #beat(now: Date): Promise<void> {
    await this.#db.query(sql`
      WITH gone AS (DELETE FROM webhook_workers WHERE uuid <> ${this.#uuid} AND seen_at <= ${workersSeenSince(now)})
      INSERT INTO webhook_workers (uuid, only_retries, seen_at) VALUES (${this.#uuid}, ${this.#only_retries}, ${now})
      ON CONFLICT (uuid) DO UPDATE SET seen_at = excluded.seen_at`);
    this.#next_beat_at = new Date(now.getTime() + BEAT_INTERVAL_MS);
  }

  /** Tells the others that this worker stops. */
  async leave(): Promise<void> {
    await this.#db.query(sql`DELETE FROM webhook_workers WHERE uuid = ${this.#uuid}`);
  }
}
