import { Problem } from '../../../platform/problem.ts';

/** Enough for somebody with several Accounts. */
const AT_ONCE_MAX = 4;

/** An upload lies on this process's disk while it is imported, so a User has only a few under way in it. */
export class ImportSlots {
  readonly #taken = new Map<string, number>();

  /** Runs `work` in a slot of the User; 429, without having begun, when all of them are taken. */
  async run<Result>(user_uuid: string, work: () => Promise<Result>): Promise<Result | Problem> {
    const taken = this.#taken.get(user_uuid) ?? 0;
    if (taken >= AT_ONCE_MAX) return tooMany();
    this.#taken.set(user_uuid, taken + 1);
    return work().finally(() => this.#free(user_uuid));
  }

  #free(user_uuid: string): void {
    const taken = this.#taken.get(user_uuid)! - 1;
    if (taken === 0) this.#taken.delete(user_uuid);
    else this.#taken.set(user_uuid, taken);
  }
}

function tooMany(): Problem {
  const detail = `You have ${AT_ONCE_MAX} imports under way. Nothing was imported. Send this file when one of them has ended.`;
  return new Problem('rate_limited', detail);
}
