import { setTimeout as delay } from 'node:timers/promises';

/**
 * The pause between two notifications of a channel. Each makes PostgreSQL write its log, so that a
 * process which changes a thousand records a second notifies twenty times a second at most.
 */
const PAUSE_MS = 50;

/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;

/** It stands between the notes of one payload. */
const BETWEEN = '\n';

/**
 * Gathers the notes of committed transactions, and sends those of a channel together. The first one
 * goes at once. A note is one line, of 7,900 bytes at most.
 */
export class Notes {
  readonly #send: (channel: string, payloads: string[]) => Promise<void>;
  readonly #waiting = new Map<string, Set<string>>();
  /** What sends the notes of a channel, and then pauses. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(send: (channel: string, payloads: string[]) => Promise<void>) {
    this.#send = send;
  }

  add(channel: string, notes: string[]): void {
    const waiting = this.#waiting.get(channel) ?? new Set();
    this.#waiting.set(channel, waiting);
    for (const note of notes) waiting.add(note);
    if (!this.#turns.has(channel)) this.#turns.set(channel, this.#takeTurns(channel));
  }

  /** Sends without a pause what still waits, and resolves when all is sent. */
  async finish(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#turns.values());
  }

  async #takeTurns(channel: string): Promise<void> {
    for (let notes = this.#waiting.get(channel); notes?.size; notes = this.#waiting.get(channel)) {
      this.#waiting.delete(channel);
      await this.#send(channel, payloadsOf(notes));
      await delay(PAUSE_MS, null, { ref: false, signal: this.#closing.signal }).catch(() => {});
    }
    this.#turns.delete(channel);
  }
}

/** The notes of a payload that `Notes` has sent. */
export function notesIn(payload: string): string[] {
  return payload === '' ? [] : payload.split(BETWEEN);
}

function payloadsOf(notes: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const note of notes) {
    const longer = payload === '' ? note : `${payload}${BETWEEN}${note}`;
    if (Buffer.byteLength(longer) > PAYLOAD_MAX_BYTES) {
      payloads.push(payload);
      payload = note;
    } else payload = longer;
  }
  return [...payloads, payload];
}
