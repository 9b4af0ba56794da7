import type { Note } from './nudge.ts';

/** Notes are kept for this time, for readers whose connection was lost. */
const KEPT_MS = 60_000;

/** More notes are not kept: readers that were away read all again. */
const KEPT_MAX = 2_000;

/** A note arrives so late at most after its commit, also from another process. */
const LATE_MS = 2_000;

/** What was heard of late, so that a short break costs its reader nothing. Times are monotonic. */
export class Heard {
  readonly #now_ms: () => number;
  #notes: { at_ms: number; note: Note }[] = [];
  /** All notes since then are kept. */
  #since_ms: number;

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
    this.#since_ms = now_ms();
  }

  add(notes: Note[]): void {
    const at_ms = this.#now_ms();
    for (const note of notes) this.#notes.push({ at_ms, note });
    const tooMany = this.#notes.length - KEPT_MAX;
    const old = this.#notes.findIndex((one) => one.at_ms > at_ms - KEPT_MS);
    const dropped = this.#notes.splice(0, Math.max(tooMany, old, 0)).at(-1);
    if (dropped) this.#since_ms = dropped.at_ms + 1;
  }

  /** Forgets all: notes may have been lost before now. */
  begin(): void {
    this.#notes = [];
    this.#since_ms = this.#now_ms();
  }

  /** The notes of the last `missed_ms`; null when they are not all kept. */
  ofLast(missed_ms: number): Note[] | null {
    const from_ms = this.#now_ms() - missed_ms - LATE_MS;
    if (from_ms < this.#since_ms) return null;
    return this.#notes.filter(({ at_ms }) => at_ms >= from_ms).map(({ note }) => note);
  }
}
