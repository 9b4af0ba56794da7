/** Runs one part with the turn, within work that otherwise runs without it. */
export type InTurn = <Result>(part: () => Promise<Result>) => Promise<Result>;

type Row = { at_work: number; line: (() => void)[] };

/**
 * Runs a few pieces of work at a time for each key. Further work waits in the line of its key,
 * first come, first served.
 */
export class Turns {
  readonly #at_work_max: number;
  readonly #line_max: number;
  readonly #rows = new Map<string, Row>();

  constructor(limits: { at_work_max: number; line_max: number }) {
    this.#at_work_max = limits.at_work_max;
    this.#line_max = limits.line_max;
  }

  /**
   * Resolves with a turn of `key` as soon as it is free; null at once when the line is full. The
   * caller must end the turn.
   */
  async begin(key: string): Promise<Turn | null> {
    const line = this.#rows.get(key)?.line;
    if (line && line.length >= this.#line_max) return null;
    const turn = new Turn(
      () => this.#take(key),
      () => this.#leave(key),
    );
    await turn.resume();
    return turn;
  }

  #take(key: string): Promise<void> | null {
    const row = this.#rows.get(key) ?? { at_work: 0, line: [] };
    this.#rows.set(key, row);
    if (row.at_work === this.#at_work_max) return new Promise((resolve) => row.line.push(resolve));
    row.at_work++;
    return null;
  }

  #leave(key: string): void {
    const row = this.#rows.get(key)!;
    const next = row.line.shift();
    // The turn goes directly to the next in the line, so that a newcomer cannot overtake.
    if (next) next();
    else row.at_work--;
    if (row.at_work === 0) this.#rows.delete(key);
  }
}

/** The turn of one piece of work, which may give it back for a while. */
export class Turn {
  readonly #take: () => Promise<void> | null;
  readonly #leave: () => void;
  #hasPlace = false;

  constructor(take: () => Promise<void> | null, leave: () => void) {
    this.#take = take;
    this.#leave = leave;
  }

  async resume(): Promise<void> {
    await this.#take();
    this.#hasPlace = true;
  }

  /** Gives the turn back. A second call does nothing. */
  end(): void {
    if (!this.#hasPlace) return;
    this.#hasPlace = false;
    this.#leave();
  }

  /**
   * Gives the turn back while `work` mostly waits, and takes it again afterwards. `work` may take
   * it for single parts.
   */
  async aside<Result>(work: (inTurn: InTurn) => Promise<Result>): Promise<Result> {
    this.end();
    const inTurn: InTurn = async (part) => {
      await this.resume();
      return part().finally(() => this.end());
    };
    try {
      return await work(inTurn);
    } finally {
      await this.resume();
    }
  }
}
