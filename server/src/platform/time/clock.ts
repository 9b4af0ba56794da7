/**
 * Time as a dependency. Code that decides or stores by time uses this clock, so that a test can
 * move the time. All processes on one database share the clock of the database.
 */
export interface Clock {
  now(): Date;
  /** Resolves when `moment` has come, or at once when `signal` is aborted. */
  waitUntil(moment: Date, signal: AbortSignal): Promise<void>;
}

/**
 * The distance to the database's clock is measured this often. Meanwhile clocks drift by far less
 * than a millisecond.
 */
export const CLOCK_CHECK_INTERVAL_MS = 60_000;

/** The longest `setTimeout`; a longer wait is made of several. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * The clock of the process, corrected by its distance to the database's clock. So processes agree
 * without a query for each request.
 */
export class DatabaseClock implements Clock {
  #offset_ms = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset_ms);
  }

  /**
   * Measures the distance by `readDatabaseTime`, which is one query. The database read its clock
   * between question and answer, so the true distance lies between two bounds. A present distance
   * within them is kept, so that a slow query changes nothing. Otherwise it becomes their middle.
   */
  async synchronise(readDatabaseTime: () => Promise<Date>): Promise<void> {
    const sent_ms = Date.now();
    const database_ms = (await readDatabaseTime()).getTime();
    const received_ms = Date.now();
    const [least_ms, most_ms] = [database_ms - received_ms, database_ms - sent_ms];
    if (this.#offset_ms >= least_ms && this.#offset_ms <= most_ms) return;
    this.#offset_ms = Math.round((least_ms + most_ms) / 2);
  }

  get offset_ms(): number {
    return this.#offset_ms;
  }

  /**
   * Waits for the duration from now to `moment`. Setting the clock back meanwhile must not make
   * waits longer.
   */
  waitUntil(moment: Date, signal: AbortSignal): Promise<void> {
    const end_ms = performance.now() + moment.getTime() - this.now().getTime();
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      let timer: NodeJS.Timeout;
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const wait = () => {
        const left_ms = Math.ceil(end_ms - performance.now());
        if (left_ms <= 0) return finish();
        timer = setTimeout(wait, Math.min(left_ms, TIMER_MAX_MS));
      };
      signal.addEventListener('abort', finish);
      wait();
    });
  }
}

/** A clock that stands still until a test moves it. Waits end when it passes their moment. */
export class SettableClock implements Clock {
  #now: Date;
  #waiting = new Set<{ moment: Date; wake: () => void }>();

  constructor(start: Date = new Date('2026-11-20T09:20:00.000Z')) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(by_ms: number): void {
    this.#now = new Date(this.#now.getTime() + by_ms);
    for (const waiter of this.#waiting) if (waiter.moment <= this.#now) waiter.wake();
  }

  waitUntil(moment: Date, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted || moment <= this.#now) return resolve();
      const waiter = { moment, wake: () => finish() };
      const finish = () => {
        this.#waiting.delete(waiter);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      signal.addEventListener('abort', finish);
      this.#waiting.add(waiter);
    });
  }
}

/**
 * A moment in the form of the API: ISO 8601 with milliseconds and offset,
 * `2026-11-20T09:20:00.000+00:00`.
 */
export function toApiTime(moment: Date): string {
  return moment.toISOString().replace('Z', '+00:00');
}
