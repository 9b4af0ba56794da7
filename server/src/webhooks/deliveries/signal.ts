/** A flag that one side raises and one other waits for. Raised while nobody waits, it is found up by the next who does. */
export class Signal {
  #up = false;
  #resolve: (() => void) | null = null;

  raise(): void {
    this.#up = true;
    this.#resolve?.();
  }

  lower(): void {
    this.#up = false;
  }

  /** A new promise each time, and only the last is kept: whoever races it with a timer for days leaves nothing behind. */
  raised(): Promise<void> {
    if (this.#up) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
