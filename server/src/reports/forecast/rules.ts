import type { ReportTable } from '@rapport/contract/reports';
import { dealFilters, type Filters, listPath, pastList } from '../links.ts';
import type { Month } from '../months.ts';
import { peopleTable } from '../people.ts';
import type { Scope } from '../scope.ts';
import { currenciesOf, OPEN_DEALS, type Sums, tableOf } from '../tables.ts';
import type { ExpectedSum } from './queries.ts';

/** The rows beside the months, so that all open Deals are somewhere. */
const EARLIER = 'earlier';
const LATER = 'later';
const NO_DAY = 'no_day';

const LABELS: Record<string, string> = {
  [EARLIER]: 'Earlier',
  [LATER]: 'Later',
  [NO_DAY]: 'Without a day',
};

/**
 * For each currency a table with a row for each month, for earlier, for later, and for no day, and
 * one by person unless one is asked for.
 */
export function forecastTables(scope: Scope, months: Month[], found: ExpectedSum[]): ReportTable[] {
  const keys = [EARLIER, ...months.map(({ key }) => key), LATER, NO_DAY];
  return currenciesOf(found.length > 0 ? found : [{ currency: null }]).flatMap((currency) => {
    const own = found.filter((one) => one.by === 'month' && one.currency === currency);
    const rows = keys.map((key, index): Sums => {
      const sum = own.find(({ month }) => (month === null ? key === NO_DAY : month === index));
      const { count = 0, amount = '0', weighted = '0' } = sum ?? {};
      return { key, label: LABELS[key] ?? key, sums: { count, amount, weighted } };
    });
    const open = { status: 'open', ...dealFilters(scope), currency };
    const byMonth = tableOf('months', currency, OPEN_DEALS, rows, (_, key) =>
      scope.as_of
        ? pastList(scope, { currency, ...(key && { month: key }) })
        : listPath('deals', scope, { ...open, ...expected(scope, months, key) }),
    );
    const people = found.filter(({ by }) => by === 'person');
    return [byMonth, ...peopleTable(scope, currency, people)];
  });
}

/** The filters of the list of a row. */
function expected(scope: Scope, months: Month[], key: string | null | undefined): Filters {
  if (key == null) return {};
  const days = expectedIn(scope, months, key);
  if (days === null) return { expected_close_on: null };
  return {
    ...(days.from !== null && { 'expected_close_on][gte': days.from }),
    ...(days.until !== null && { 'expected_close_on][lt': days.until }),
  };
}

/** The days of a row: from the first to before the last. Null for those without a day. */
export function expectedIn(
  scope: Scope,
  months: Month[],
  key: string,
): { from: string | null; until: string | null } | null {
  if (key === NO_DAY) return null;
  if (key === EARLIER) return { from: null, until: scope.from };
  if (key === LATER) return { from: scope.until, until: null };
  return months.find((month) => month.key === key) ?? { from: scope.until, until: scope.until };
}
