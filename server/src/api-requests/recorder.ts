import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { FailureLog } from '../platform/process/failure-log.ts';
import { insertRequests, type NotedRequest } from './queries.ts';

const FLUSH_MS = 1_000;

/** The number of requests written by one statement. */
const BATCH = 500;

/** The requests kept while the database is away: some megabytes. Further ones are dropped. */
const KEPT_MAX = 10_000;

/** Collects requests in memory, and writes them in batches. */
export class RequestRecorder {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #failures: FailureLog;
  #noted: NotedRequest[] = [];
  #missing = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
    this.#failures = new FailureLog(log, 'write the log of API requests', { level: 'warn' });
  }

  note(request: NotedRequest): void {
    if (this.#noted.length >= KEPT_MAX) {
      this.#missing += 1;
      return;
    }
    this.#noted.push(request);
    if (this.#noted.length === BATCH) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes all requests collected until now; also called when the service stops. Never rejects. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#noted.length > 0) {
      const batch = this.#noted.slice(0, BATCH);
      try {
        await insertRequests(this.#db, batch);
      } catch (err) {
        this.#failures.failed(err as Error, { waiting: this.#noted.length });
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
        return;
      }
      this.#noted.splice(0, batch.length);
      this.#failures.worked();
    }
    if (this.#missing === 0) return;
    this.#log.warn({ missing: this.#missing }, 'the database was away: the log of API requests lacks some');
    this.#missing = 0;
  }
}
