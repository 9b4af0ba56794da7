import { useSyncExternalStore } from 'react';
import { sayExactTime, sayTime } from './say-time.ts';

const TICK_MS = 1000;

const listeners = new Set<() => void>();

let ticking: number | undefined;

/** One timer for all times on a page. Only times whose text changes are rendered again. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= window.setInterval(() => {
    for (const tell of listeners) tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(ticking);
    ticking = undefined;
  };
}

/** A relative time, such as `3 hours ago`, with the exact time on hover and for programs. */
export function Time({ at }: { at: string }) {
  const said = useSyncExternalStore(onTick, () => sayTime(at));
  return (
    <time dateTime={at} title={sayExactTime(at)}>
      {said}
    </time>
  );
}

/**
 * True after this time. Uses the timer of the page's times, so that both change at the same moment.
 */
export function useHasCome(at: string): boolean {
  return useSyncExternalStore(onTick, () => Date.parse(at) <= Date.now());
}
