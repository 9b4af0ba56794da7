import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Signs } from './read-drop.ts';
import type { Head, ReadMail } from './read-mail.ts';
import type { Report } from './read-report.ts';

/** A mail that takes longer is made to: one of 25 MB takes half a second. */
const TIME_MAX_MS = 5_000;
const HEAP_MAX_MB = 256;

type Asked = 'head' | 'mail' | 'report' | 'signs' | 'forwarded';

/**
 * Reads mails in a thread of its own, so that none holds the service. A mail that takes too long,
 * or too much memory, ends the thread, and the next one gets a new one.
 */
export class MailReader {
  #thread: Thread | null = null;
  readonly #time_max_ms: number;

  constructor(time_max_ms = TIME_MAX_MS) {
    this.#time_max_ms = time_max_ms;
  }

  /** The head of a mail; null: it cannot be read. */
  readHead(bytes: Uint8Array): Promise<Head | null> {
    return this.#ask<Head>('head', bytes);
  }

  /** What is kept of a mail. One that cannot be read says so. */
  async readMail(bytes: Uint8Array): Promise<ReadMail> {
    const read = await this.#ask<ReadMail>('mail', bytes);
    return read ?? { text: '', html: null, attachments: [], unreadable: 'broken' };
  }

  /** What a report says of a mail; null: nothing that matters. */
  readReport(bytes: Uint8Array): Promise<Report | null> {
    return this.#ask<Report>('report', bytes);
  }

  /** What a head says of where the mail comes from; null: it cannot be read. */
  readSigns(head_bytes: Uint8Array): Promise<Signs | null> {
    return this.#ask<Signs>('signs', head_bytes);
  }

  /** The one mail that is attached to another; null: there is none, or more than one. */
  readForwarded(bytes: Uint8Array): Promise<Uint8Array | null> {
    return this.#ask<Uint8Array>('forwarded', bytes);
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  async #ask<Read>(is: Asked, bytes: Uint8Array): Promise<Read | null> {
    this.#thread ??= startThread();
    const { worker: thread, begun } = this.#thread;
    // A machine that is busy takes long to begin a thread, which is no fault of a mail.
    await begun;
    const answer = Promise.withResolvers<{ read: Read | null } | null>();
    const onAnswer = (told: { read: Read | null }) => answer.resolve(told);
    const onEnd = () => answer.resolve(null);
    const timer = setTimeout(onEnd, this.#time_max_ms);
    thread.on('message', onAnswer).on('error', onEnd).on('exit', onEnd);
    thread.postMessage({ is, bytes });
    const told = await answer.promise;
    clearTimeout(timer);
    thread.off('message', onAnswer).off('exit', onEnd);
    if (told === null) await this.close();
    else thread.off('error', onEnd);
    return told?.read ?? null;
  }
}

type Thread = { worker: Worker; begun: Promise<unknown> };

function startThread(): Thread {
  // Written like an import, so that the package names the JavaScript file (0054).
  const worker = new Worker(join(import.meta.dirname, './reader-thread.ts'), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  });
  // Its first word is that it has begun.
  const begun = Promise.race([once(worker, 'message'), once(worker, 'exit')]).catch(() => {});
  return { worker, begun };
}
