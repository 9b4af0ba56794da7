/** Limits how much work runs at a time in this process, for each key and in all. */
export class Slots {
  readonly #each_max: number;
  readonly #all_max: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: { each_max: number; all_max: number }) {
    this.#each_max = limits.each_max;
    this.#all_max = limits.all_max;
  }

  /** Runs `work` in a slot of `key`, or `otherwise` when no slot is free. */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    otherwise: () => Promise<Result> | Result,
  ): Promise<Result> {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#each_max || this.#all >= this.#all_max) return otherwise();
    this.#taken.set(key, taken + 1);
    this.#all++;
    return work().finally(() => this.#free(key));
  }

  #free(key: string): void {
    const left = this.#taken.get(key)! - 1;
    if (left === 0) this.#taken.delete(key);
    else this.#taken.set(key, left);
    this.#all--;
  }
}
