import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ZONE } from '../api/zone.ts';

const exact = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: ZONE,
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: ZONE });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

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
    <Tooltip label={exact.format(new Date(at))} openDelay={300}>
      <time dateTime={at}>{said}</time>
    </Tooltip>
  );
}

/**
 * True after this time. Uses the timer of the page's times, so that both change at the same moment.
 */
export function useHasCome(at: string): boolean {
  return useSyncExternalStore(onTick, () => Date.parse(at) <= Date.now());
}

/** Returns `3 hours ago` or `in 2 days`, or a date beyond two weeks. */
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
