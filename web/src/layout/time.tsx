import { Tooltip } from '@mantine/core';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A time as people say it, with the exact one on hover and for machines. */
export function Time({ at }: { at: string }) {
  return (
    <Tooltip label={exact.format(new Date(at))} openDelay={300}>
      <time dateTime={at}>{sayTime(at)}</time>
    </Tooltip>
  );
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
