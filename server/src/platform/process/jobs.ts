import type { FastifyBaseLogger } from 'fastify';

/** Work that continues after its request, such as a mail. A stop waits until all of it is done. */
export class Jobs {
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #log: FastifyBaseLogger;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** Begins the work and returns at once. A failure is logged as `could not ${what}`. */
  start(what: string, work: () => Promise<unknown>): void {
    const job = work()
      .catch((err) => this.#log.error({ err }, `could not ${what}`))
      .finally(() => this.#underWay.delete(job));
    this.#underWay.add(job);
  }

  /** Resolves when no work is left. */
  async finished(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
