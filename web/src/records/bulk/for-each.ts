import { isCalledOff } from '../../api/request.ts';

/** How far work on many records has come. */
export type Progress = { done: number; all: number };

/** Enough to be quick, few enough to leave the API to others. More than the rate limit allows wait for it, in `request`. */
const AT_A_TIME = 4;

/**
 * Runs `work` for every item, a few at a time, until it is aborted. Returns the items with which it
 * succeeded, and the refusals: one refusal does not stop the rest.
 */
export async function forEach<Item>(
  items: Item[],
  work: (item: Item, signal: AbortSignal) => Promise<unknown>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ done: Item[]; refusals: unknown[] }> {
  const waiting = [...items];
  const done: Item[] = [];
  const refusals: unknown[] = [];
  const runner = async () => {
    for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) {
      const here = item;
      await work(here, signal).then(
        () => done.push(here),
        (refusal) => isCalledOff(refusal) || refusals.push(refusal),
      );
      onProgress({ done: done.length + refusals.length, all: items.length });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, runner));
  return { done, refusals };
}
