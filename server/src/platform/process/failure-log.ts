import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseDown, withoutStack } from '../database/database-down.ts';

/** A failure that goes on is told so often. */
const TOLD_EVERY_MS = 60_000;

/** What comes and goes is told as rarely; after so long it is an outage of its own. */
const OUTAGE_AFTER_MS = 5_000;

/**
 * The log of something that is tried again and again, such as asking the database what is due. An
 * outage is one line for each kind of failure, one a minute while it lasts, with how often it
 * happened, and one line when it is over: tried four times a second, it would fill a disk with the
 * same words.
 */
export class FailureLog {
  readonly #log: FastifyBaseLogger;
  readonly #what: string;
  readonly #options: { level: 'warn' | 'error'; advice: string; isExpected: (error: Error) => boolean };
  /** Since when it has not worked; null: it does. */
  #failing_since_ms: number | null = null;
  /** Whether that was told, so that its end is, too. */
  #isTold = false;
  /** When each kind of failure was told, and how often it has happened since. */
  readonly #told = new Map<string, { at_ms: number; since: number }>();

  /**
   * `what` is tried, as in "could not `what`; `advice`". Failures that are not expected are told
   * with their stacks.
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

/** Either way: a clock that was set back must not silence anything. */
function distance_ms(a_ms: number, b_ms: number): number {
  return Math.abs(a_ms - b_ms);
}
