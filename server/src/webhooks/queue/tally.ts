import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { rowsSql } from '../../platform/database/rows-sql.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';

/** The attempts of one hour to one receiver, added up. */
export type HourSums = {
  subscription_uuid: string;
  /** Its beginning, ISO 8601. */
  hour: string;
  succeeded: number;
  failed: number;
  duration_ms: number;
  duration_max_ms: number;
  called_at: Date;
};

type Attempt = { started_at: Date; duration_ms: number; error_kind: string | null };

/** Soon enough for somebody who looks, and rare enough that counting costs deliveries nothing. */
const WRITE_AFTER_MS = 1_000;

const HOUR_MS = 3_600_000;

/**
 * Adds up a worker's attempts and writes the sums now and then, apart from settling. A worker that
 * is killed loses a second of its counts; the log itself loses nothing.
 */
export class Tally {
  readonly #db: Queryable;
  readonly #adding: FailureLog;
  #sums = new Map<string, HourSums>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { db: Queryable; log: FastifyBaseLogger }) {
    this.#db = db;
    this.#adding = new FailureLog(log, 'add up attempts', { level: 'warn' });
  }

  /** Counts one attempt. */
  note(subscription_uuid: string, attempt: Attempt): void {
    this.#add(sumOf(subscription_uuid, attempt));
  }

  /** Writes what is not written yet. Call it when no more attempts come. */
  async stop(): Promise<void> {
    await this.#writeNow();
    clearTimeout(this.#timer ?? undefined);
  }

  #writeNow(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const sums = [...this.#sums.values()];
    this.#sums = new Map();
    if (sums.length === 0) return this.#writing;
    this.#writing = this.#writing
      .then(() => addToHours(this.#db, sums))
      .then(() => this.#adding.worked())
      .catch((err) => {
        this.#adding.failed(err);
        for (const sum of sums) this.#add(sum);
      });
    return this.#writing;
  }

  #add(more: HourSums): void {
    this.#timer ??= setTimeout(() => this.#writeNow(), WRITE_AFTER_MS);
    const key = `${more.subscription_uuid} ${more.hour}`;
    const sum = this.#sums.get(key);
    if (!sum) return void this.#sums.set(key, { ...more });
    sum.succeeded += more.succeeded;
    sum.failed += more.failed;
    sum.duration_ms += more.duration_ms;
    sum.duration_max_ms = Math.max(sum.duration_max_ms, more.duration_max_ms);
    if (more.called_at > sum.called_at) sum.called_at = more.called_at;
  }
}

/** Counts one attempt that no worker made. */
export function countAttempt(db: Queryable, subscription_uuid: string, attempt: Attempt): Promise<void> {
  return addToHours(db, [sumOf(subscription_uuid, attempt)]);
}

function sumOf(subscription_uuid: string, { started_at, duration_ms, error_kind }: Attempt): HourSums {
  return {
    subscription_uuid,
    hour: new Date(started_at.getTime() - (started_at.getTime() % HOUR_MS)).toISOString(),
    succeeded: error_kind === null ? 1 : 0,
    failed: error_kind === null ? 0 : 1,
    duration_ms,
    duration_max_ms: duration_ms,
    called_at: started_at,
  };
}

const SUM_TYPES = {
  subscription_uuid: 'uuid',
  hour: 'timestamptz',
  succeeded: 'integer',
  failed: 'integer',
  duration_ms: 'bigint',
  duration_max_ms: 'integer',
  called_at: 'timestamptz',
};

/** In the order of the key, so that workers do not wait for each other in a circle. */
async function addToHours(db: Queryable, sums: HourSums[]): Promise<void> {
  await db.query(sql`
    WITH more AS MATERIALIZED (SELECT * FROM ${rowsSql('more', sums, SUM_TYPES)}), receiver AS MATERIALIZED (
      SELECT subscription_uuid FROM webhook_endpoints WHERE subscription_uuid IN (SELECT subscription_uuid FROM more)
      ORDER BY subscription_uuid FOR NO KEY UPDATE
    ), called AS (
      UPDATE webhook_endpoints AS endpoint
      SET last_outgoing_webhook_call_at = greatest(last_outgoing_webhook_call_at, call.at)
      FROM (SELECT subscription_uuid, max(called_at) AS at FROM more JOIN receiver USING (subscription_uuid) GROUP BY 1) AS call
      WHERE endpoint.subscription_uuid = call.subscription_uuid
    )
    INSERT INTO webhook_attempt_hours AS sum (subscription_uuid, hour, succeeded, failed, duration_ms, duration_max_ms)
    SELECT subscription_uuid, hour, succeeded, failed, duration_ms, duration_max_ms FROM more
    ORDER BY subscription_uuid, hour
    ON CONFLICT (subscription_uuid, hour) DO UPDATE SET succeeded = sum.succeeded + excluded.succeeded,
      failed = sum.failed + excluded.failed, duration_ms = sum.duration_ms + excluded.duration_ms,
      duration_max_ms = greatest(sum.duration_max_ms, excluded.duration_max_ms)`);
}
