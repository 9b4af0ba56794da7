import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseDown, withoutStack } from '../database/database-down.ts';

/** A repeated failure is logged once in this time. */
const TOLD_EVERY_MS = 60_000;

/** A failure that lasts this long is an outage, whose beginning is always logged. */
const OUTAGE_AFTER_MS = 5_000;

/**
 * The log of work that is retried for ever, such as asking the database what is due. An outage
 * gives one line per kind of failure, one a minute while it lasts, with the number of failures, and
 * one line when it is over. At four tries a second, a line per failure would fill a disk.
 */
export class FailureLog {
  readonly #log: FastifyBaseLogger;
  readonly #what: string;
  readonly #options: { level: 'warn' | 'error'; advice: string; isExpected: (error: Error) => boolean };
  /** When the outage began; null: there is none. */
  #failing_since_ms: number | null = null;
  /** Whether the outage was logged, so that its end is, too. */
  #isTold = false;
  /** When each kind of failure was last logged, and how often it has happened since. */
  readonly #told = new Map<string, { at_ms: number; since: number }>();

  /**
   * `what` and `advice` as in "could not `what`; `advice`". Unexpected failures are logged with
   * their stacks.
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

/** Counted in both directions: a clock that was set back must not silence the log. */
function distance_ms(a_ms: number, b_ms: number): number {
  return Math.abs(a_ms - b_ms);
}
