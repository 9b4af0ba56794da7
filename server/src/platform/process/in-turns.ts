import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long a request waits at most for work that goes on beside it. */
const HELD_MAX_MS = 5;

/**
 * Maps one item after the other. Work that takes longer lets requests go before it: by the time
 * that it has taken, because an item may cost little or much.
 */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let since_ms = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - since_ms < HELD_MAX_MS) continue;
    await nextTurn();
    since_ms = performance.now();
  }
  return results;
}
