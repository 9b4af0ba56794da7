import { MailReader } from './reader.ts';

/** A thread takes a fifth of a second to begin, and mails often come several at once. */
const KEPT_MS = 10_000;

/** Lends readers, and keeps the last one for a while. Close it. */
export class SpareReader {
  #spare: MailReader | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Lends a reader that nobody else has meanwhile. */
  async with<Result>(work: (reader: MailReader) => Promise<Result>): Promise<Result> {
    const reader = this.#spare ?? new MailReader();
    this.#spare = null;
    clearTimeout(this.#timer);
    try {
      return await work(reader);
    } finally {
      await this.#takeBack(reader);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #takeBack(reader: MailReader): Promise<void> {
    if (this.#spare || this.#isClosed) return reader.close();
    this.#spare = reader;
    this.#timer = setTimeout(() => void this.#end(), KEPT_MS).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    const spare = this.#spare;
    this.#spare = null;
    await spare?.close();
  }
}
