import { dayAt, relativeDay } from '@rapport/contract/days';
import { ZONE } from '../../api/zone.ts';
import { inUtc } from '../../layout/formats.ts';
import { records } from '../../texts/records.ts';

/** A period of days as conditions of the API, by operator. */
export type Period = { gte: string; lt?: string; lte?: string };

/** The periods that move on with the days, by the name of their text. */
const MOVING: Record<string, Period> = {
  today: { gte: 'today', lt: 'today+1d' },
  tomorrow: { gte: 'today+1d', lt: 'today+2d' },
  yesterday: { gte: 'today-1d', lt: 'today' },
  ...unitPeriods('week'),
  ...unitPeriods('month'),
  ...unitPeriods('quarter'),
  ...unitPeriods('year'),
  next_7: { gte: 'today', lte: 'today+7d' },
  next_30: { gte: 'today', lte: 'today+30d' },
  next_90: { gte: 'today', lte: 'today+90d' },
  past_7: { gte: 'today-7d', lte: 'today' },
  past_30: { gte: 'today-30d', lte: 'today' },
  past_90: { gte: 'today-90d', lte: 'today' },
};

/** The months before and after this one that are offered by name. */
const [MONTHS_BEFORE, MONTHS_AFTER] = [12, 12];

const monthName = inUtc({ month: 'long', year: 'numeric' });

function unitPeriods(unit: string): Record<string, Period> {
  return {
    [unit]: { gte: unit, lt: `${unit}+1` },
    [`${unit}-1`]: { gte: `${unit}-1`, lt: unit },
    [`${unit}+1`]: { gte: `${unit}+1`, lt: `${unit}+2` },
  };
}

/**
 * The periods to choose from, in groups: those that move on, and months by name. The month that is
 * found first is the one to come; for a time (`isPast`), such as of a change, the one that is gone.
 */
export function periodOptions(
  isPast: boolean,
  now = new Date(),
): { group: string; items: { value: string; label: string }[] }[] {
  const today = dayAt(now, ZONE);
  const gone = Array.from({ length: MONTHS_BEFORE }, (_, index) => -1 - index);
  const coming = Array.from({ length: MONTHS_AFTER }, (_, index) => index + 1);
  const months = [0, ...(isPast ? [...gone, ...coming] : [...coming, ...gone])].map((count) =>
    relativeDay(`month${signed(count)}`, today, 'monday')!.slice(0, 7),
  );
  return [
    {
      group: records.movingPeriods,
      items: Object.keys(MOVING).map((value) => ({ value, label: records.periods[value]! })),
    },
    { group: records.months, items: months.map((value) => ({ value, label: sayMonth(value) })) },
  ];
}

/** The period with this name: that of a text, or a month such as `2027-01`. */
export function periodOf(name: string): Period | undefined {
  if (Object.hasOwn(MOVING, name)) return MOVING[name];
  if (!/^\d{4}-\d\d$/.test(name)) return undefined;
  return { gte: `${name}-01`, lt: relativeDay('month+1', `${name}-01`, 'monday')! };
}

/** The words for a period of these two conditions; undefined when they are no known period. */
export function sayPeriod(period: Period): string | undefined {
  const isSame = (one: Period | undefined) =>
    one?.gte === period.gte && one.lt === period.lt && one.lte === period.lte;
  const name = Object.keys(MOVING).find((known) => isSame(MOVING[known]));
  if (name !== undefined) return records.periods[name];
  if (period.gte === period.lte) return records.relativeDays[period.gte];
  const month = period.gte.slice(0, 7);
  return isSame(periodOf(month)) ? sayMonth(month) : undefined;
}

function sayMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

function signed(count: number): string {
  return count < 0 ? String(count) : `+${count}`;
}
