import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const TICK_MS = 1000;

const listeners = new Set<() => void>();

let ticking: number | undefined;

/** One clock for all times of a page; what says the same as before is not drawn again. */
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

/** A time as people say it, with the exact one on hover and for machines. */
export function Time({ at }: { at: string }) {
  const said = useSyncExternalStore(onTick, () => sayTime(at));
  return (
    <Tooltip label={exact.format(new Date(at))} openDelay={300}>
      <time dateTime={at}>{said}</time>
    </Tooltip>
  );
}

/** Whether a time has come, by the clock of the page's times: both change at the same moment. */
export function useHasCome(at: string): boolean {
  return useSyncExternalStore(onTick, () => Date.parse(at) <= Date.now());
}

/** `3 hours ago`, `in 2 days`; a date when it is further away than a fortnight. */
export function sayTime(at: string): string {
  const distance_ms = Date.parse(at) - Date.now();
  if (Math.abs(distance_ms) > 14 * 86_400_000) return day.format(new Date(at));
  for (const [unit, length_ms] of UNITS) {
    if (Math.abs(distance_ms) >= length_ms) return relative.format(Math.round(distance_ms / length_ms), unit);
  }
  return relative.format(Math.round(distance_ms / 1000), 'second');
}

export function sayExactTime(at: string): string {
  return exact.format(new Date(at));
}
