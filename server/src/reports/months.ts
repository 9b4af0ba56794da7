import { startOfDay } from '@rapport/contract/days';
import { type Filters, listPath } from './links.ts';
import type { Scope } from './scope.ts';

/** A month of a report, or the part of it that counts: the days from `from` to before `until`. */
export type Month = { key: string; from: string; until: string };

/** The months of a period. The first and the last may be parts of a month. */
export function monthsOf({ from, until }: Pick<Scope, 'from' | 'until'>): Month[] {
  const months: Month[] = [];
  for (let day = from!; day < until!; ) {
    const next = startOfNextMonth(day);
    const end = next < until! ? next : until!;
    months.push({ key: day.slice(0, 7), from: day, until: end });
    day = end;
  }
  return months;
}

/**
 * The instants at which the months begin, and that at which the last one ends. SQL finds the month
 * of a time among them (`width_bucket`), so both agree about when a day begins.
 */
export function boundsOf(months: Month[], { time_zone }: Pick<Scope, 'time_zone'>): Date[] {
  const days = [...months.map(({ from }) => from), months.at(-1)!.until];
  return days.map((day) => startOfDay(day, time_zone));
}

/** The filters of a list for the days of a month, or for all days of the period. */
export function within(
  field: string,
  { from, until }: { from: string | null; until: string | null },
): Filters {
  return { [`${field}][gte`]: from!, [`${field}][lt`]: until! };
}

/** The path of a list of one month, or of the whole period when `month` is undefined. */
export function listOfMonth(
  plural: string,
  scope: Scope,
  field: string,
  month: Month | undefined,
  filters: Filters,
): string {
  return listPath(plural, scope, { ...filters, ...within(field, month ?? scope) });
}

function startOfNextMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const next = month === 12 ? [year + 1, 1] : [year, month + 1];
  return `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01`;
}
