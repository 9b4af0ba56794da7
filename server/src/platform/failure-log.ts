import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseDown, withoutStack } from './database/database-down.ts';

/** A failure that goes on is told so often. */
const TOLD_EVERY_MS = 60_000;

/**
 * The log of something that is tried again and again, such as asking the database what is due. An outage is one line for each kind of
 * failure, one a minute while it lasts, with how often it happened, and one line when it is over: tried four times a second, it would
 * fill a disk with the same words.
 */
export class FailureLog {
  readonly #log: FastifyBaseLogger;
  readonly #what: string;
  readonly #options: { level: 'warn' | 'error'; advice: string; isExpected: (error: Error) => boolean };
  #failing = false;
  /** When each kind of failure was told, and how often it has happened since. */
  readonly #told = new Map<string, { at_ms: number; since: number }>();

  /** `what` is tried, as in "could not `what`; `advice`". Failures that are not expected are told with their stacks. */
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
    // Either way: a clock that was set back must not silence it.
    if (told && Math.abs(now_ms - told.at_ms) < TOLD_EVERY_MS) return void told.since++;
    for (const [other, { at_ms }] of this.#told) {
      if (Math.abs(now_ms - at_ms) >= TOLD_EVERY_MS) this.#told.delete(other);
    }
    this.#told.set(kind, { at_ms: now_ms, since: 0 });
    this.#failing = true;
    const { level, advice, isExpected } = this.#options;
    const err = isExpected(error) ? withoutStack(error) : error;
    const failures = 1 + (told?.since ?? 0);
    this.#log[level]({ err, failures, ...details }, `could not ${this.#what}; ${advice}`);
  }

  worked(): void {
    if (!this.#failing) return;
    this.#failing = false;
    this.#log.info(`can ${this.#what} again`);
  }
}
