import type { FastifyBaseLogger } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import type { Clock } from '../../platform/time/clock.ts';

/**
 * A part of the receivers: each of the `count` workers that run takes its own first. Two that claim for the same receivers wait for
 * each other's rows, and get less done than one. It decides nothing but who goes first: what keeps a delivery from being made twice
 * is its lease.
 */
export type Share = { index: number; count: number };

export const ALL_RECEIVERS: Share = { index: 0, count: 1 };

/** So often a worker with nothing to do claims from all receivers, so that one that is gone, hangs or has too much is helped … */
const IDLE_HELP_INTERVAL_MS = 1_000;

/** … and one with its hands full, which costs the others as much as it brings when they have, too. */
const BUSY_HELP_INTERVAL_MS = 5_000;

/** So often each worker looks how many the others are … */
const LOOK_INTERVAL_MS = 1_000;

/** … and tells them that it runs. */
const BEAT_INTERVAL_MS = 5_000;

/** A worker that has not told for so long is gone: those left share what was its own. */
const GONE_AFTER_MS = 15_000;

/** Workers that told since then that they run, do. */
export function workersSeenSince(now: Date): Date {
  return new Date(now.getTime() - GONE_AFTER_MS);
}

/** Whether a `subscription_uuid` belongs to a share. The last two bytes of a uuid are random, so that shares are equal. */
export function isOfShare({ index, count }: Share): Sql {
  const last = sql`get_byte(uuid_send(subscription_uuid), 14) * 256 + get_byte(uuid_send(subscription_uuid), 15)`;
  return sql`(${last}) % ${count}::integer = ${index}::integer`;
}

type PlaceOptions = { db: Queryable; clock: Clock };

/** A worker's place among those that run. */
export class Place {
  readonly #options: PlaceOptions;
  readonly #uuid: string;
  #share = ALL_RECEIVERS;
  #beat_at = new Date(0);
  #helped_at: Date;

  constructor(options: PlaceOptions) {
    this.#options = options;
    this.#uuid = newUuid(options.clock.now());
    this.#helped_at = options.clock.now();
  }

  /** Whose deliveries to claim next, and whether that is to help others; `found` is how many the last round found. */
  nextShare(found: number): { share: Share; isHelp: boolean } {
    const now = this.#options.clock.now();
    if (this.#share.count === 1) return { share: ALL_RECEIVERS, isHelp: false };
    const interval_ms = found === 0 ? IDLE_HELP_INTERVAL_MS : BUSY_HELP_INTERVAL_MS;
    if (distance_ms(now, this.#helped_at) < interval_ms) return { share: this.#share, isHelp: false };
    this.#helped_at = now;
    return { share: ALL_RECEIVERS, isHelp: true };
  }

  /** After a first look, looks again and again until `stopping` is aborted, and then tells the others. */
  async keep(log: FastifyBaseLogger, stopping: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const looking = new FailureLog(log, 'look for other workers');
    const nextLook = () => new Date(clock.now().getTime() + LOOK_INTERVAL_MS);
    for (let look_at = nextLook(); ; ) {
      await clock.waitUntil(look_at, stopping);
      if (stopping.aborted) break;
      // Counted from here: what changes while we look must not wait for longer.
      look_at = nextLook();
      await this.look().then(
        () => looking.worked(),
        (err) => looking.failed(err),
      );
    }
    await this.leave().catch((err) => log.warn({ err }, 'could not tell the other workers of the stop'));
  }

  /** Tells the others that this worker runs, if it is time to, and learns how many they are. */
  async look(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    if (distance_ms(now, this.#beat_at) >= BEAT_INTERVAL_MS) await this.#beat(now);
    const [share] = await db.query<Share>(sql`
      SELECT count(*) FILTER (WHERE uuid < ${this.#uuid}) AS index, count(*) + 1 AS count FROM webhook_workers
      WHERE uuid <> ${this.#uuid} AND seen_at > ${workersSeenSince(now)}`);
    this.#share = share!;
  }

  /** Those that are gone are passed over when another worker deletes them too, or has come back: two must not wait for each other. */
  async #beat(now: Date): Promise<void> {
    const { db } = this.#options;
    await db.query(sql`
      WITH gone AS (
        DELETE FROM webhook_workers WHERE uuid IN (
          SELECT uuid FROM webhook_workers WHERE uuid <> ${this.#uuid} AND seen_at <= ${workersSeenSince(now)} FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO webhook_workers (uuid, seen_at) VALUES (${this.#uuid}, ${now})
      ON CONFLICT (uuid) DO UPDATE SET seen_at = excluded.seen_at`);
    this.#beat_at = now;
  }

  /** Tells the others that this worker stops. */
  async leave(): Promise<void> {
    await this.#options.db.query(sql`DELETE FROM webhook_workers WHERE uuid = ${this.#uuid}`);
  }
}

/** Either way: a clock that was set back must not stop anything until it has caught up. */
function distance_ms(a: Date, b: Date): number {
  return Math.abs(a.getTime() - b.getTime());
}
