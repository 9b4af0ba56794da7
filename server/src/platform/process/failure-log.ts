import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseDown, withoutStack } from '../database/database-down.ts';

/** A repeated failure is logged once in this time. */
const TOLD_EVERY_MS = 60_000;

/** A failure that lasts this long is an outage. The beginning of an outage is always logged. */
const OUTAGE_AFTER_MS = 5_000;

/**
 * The log of work that is retried for ever, such as asking the database for due work. With four
 * tries a second, a line for each failure would fill a disk. An outage gives one line for each kind
 * of failure, then one a minute with the number of failures, and one line at its end.
 */
export class FailureLog {
  readonly #log: FastifyBaseLogger;
  readonly #what: string;
  readonly #options: { level: 'warn' | 'error'; advice: string; isExpected: (error: Error) => boolean };
  /** The beginning of the outage; null: there is none. */
  #failing_since_ms: number | null = null;
  /** True when the outage was logged, so that its end is logged, too. */
  #isTold = false;
  /** For each kind of failure, the time of its last line and the number of failures since. */
  readonly #told = new Map<string, { at_ms: number; since: number }>();

  /**
   * `what` and `advice` complete the sentence "could not `what`; `advice`". Unexpected failures are
   * logged with their stacks.
   */
  constructor(
    log: FastifyBaseLogger,
    what: string,
    { level = 'error' as 'warn' | 'error', advice = 'trying again', isExpected = isDatabaseDown } = {},
  ) {
    this.#log = log;
    this.#what = what;
    this.#options = { level, advice, isExpected };
  }

  /** Does the work; null when it failed. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await work();
      this.worked();
      return result;
    } catch (error) {
      this.failed(error as Error);
      return null;
    }
  }

  failed(error: Error & { code?: string }, details: object = {}): void {
    const kind = error.code ?? error.message;
    const now_ms = Date.now();
    const told = this.#told.get(kind);
    this.#failing_since_ms ??= now_ms;
    const isOutage = distance_ms(now_ms, this.#failing_since_ms) >= OUTAGE_AFTER_MS;
    const isRecent = told && distance_ms(now_ms, told.at_ms) < TOLD_EVERY_MS;
    if (isRecent && (this.#isTold || !isOutage)) return void told.since++;
    for (const [other, { at_ms }] of this.#told) {
      if (distance_ms(now_ms, at_ms) >= TOLD_EVERY_MS) this.#told.delete(other);
    }
    this.#told.set(kind, { at_ms: now_ms, since: 0 });
    this.#isTold = true;
    const { level, advice, isExpected } = this.#options;
    const err = isExpected(error) ? withoutStack(error) : error;
    const failures = 1 + (told?.since ?? 0);
    this.#log[level]({ err, failures, ...details }, `could not ${this.#what}; ${advice}`);
  }

  worked(): void {
    if (this.#failing_since_ms === null) return;
    this.#failing_since_ms = null;
    for (const told of this.#told.values()) told.since = 0;
    if (this.#isTold) this.#log.info(`can ${this.#what} again`);
    this.#isTold = false;
  }
}

/** The distance in either direction: a clock that was set back must not silence the log. */
function distance_ms(a_ms: number, b_ms: number): number {
  return Math.abs(a_ms - b_ms);
}
