import type { ReportTable } from '@rapport/contract/reports';
import { dealFilters } from '../links.ts';
import { listOfMonth, type Month } from '../months.ts';
import type { Scope } from '../scope.ts';
import { type Columns, currenciesOf, percent, type Sums, tableOf } from '../tables.ts';
import type { ClosedSum } from './queries.ts';

const BY_MONTH: Columns = [
  { name: 'won_count', unit: 'count' },
  { name: 'won_amount', unit: 'amount' },
  { name: 'lost_count', unit: 'count' },
  { name: 'lost_amount', unit: 'amount' },
  { name: 'win_rate', unit: 'percent' },
];

const BY_REASON: Columns = [
  { name: 'lost_count', unit: 'count' },
  { name: 'lost_amount', unit: 'amount' },
];

const RATES = {
  win_rate: ({ won_count, lost_count }: Sums['sums']) =>
    percent(Number(won_count), Number(won_count) + Number(lost_count)),
};

/**
 * For each currency a table by month, one by person unless one is asked for, and one by the reasons
 * of lost Deals if there are any.
 */
export function closedTables(scope: Scope, months: Month[], found: ClosedSum[]): ReportTable[] {
  return currenciesOf(found.length > 0 ? found : [{ currency: null }]).flatMap((currency) => {
    const own = found.filter((one) => one.currency === currency);
    const of = (by: ClosedSum['by']) => own.filter((one) => one.by === by);
    const [people, reasons] = [of('person'), of('reason')];
    return [
      byMonth(scope, months, of('month'), currency),
      ...(people.length > 0 && scope.owner_uuid === null ? [byPerson(scope, people, currency)] : []),
      ...(reasons.length > 0 ? [byReason(scope, reasons, currency)] : []),
    ];
  });
}

function byMonth(scope: Scope, months: Month[], sums: ClosedSum[], currency: string | null): ReportTable {
  const rows = months.map(({ key }, index): Sums => {
    const of = (status: string) => sums.find((one) => one.month === index + 1 && one.status === status);
    return { key, label: key, sums: sumsOf(of('won'), of('lost')) };
  });
  const listBehind = (column: string, key: string | null | undefined) =>
    listOfMonth(
      'deals',
      scope,
      'closed_at',
      months.find((month) => month.key === key),
      {
        status: column.slice(0, column.indexOf('_')),
        ...dealFilters(scope),
        currency,
      },
    );
  return tableOf('months', currency, BY_MONTH, rows, listBehind, RATES);
}

/** A row for each owner. The row without one is of Deals that nobody owns. */
function byPerson(scope: Scope, sums: ClosedSum[], currency: string | null): ReportTable {
  const people = [...new Map(sums.map((one) => [one.user_uuid, one])).values()];
  const rows = people.map(({ user_uuid, user }): Sums => {
    const of = (status: string) => sums.find((one) => one.user_uuid === user_uuid && one.status === status);
    return { key: user_uuid, label: user ?? 'Nobody', sums: sumsOf(of('won'), of('lost')) };
  });
  return tableOf(
    'people',
    currency,
    BY_MONTH,
    rows,
    (column, key) =>
      listOfMonth('deals', scope, 'closed_at', undefined, {
        status: column.slice(0, column.indexOf('_')),
        ...dealFilters(scope),
        currency,
        ...(key !== undefined && { owner_uuid: key }),
      }),
    RATES,
  );
}

function sumsOf(won: ClosedSum | undefined, lost: ClosedSum | undefined): Sums['sums'] {
  return {
    won_count: won?.count ?? 0,
    won_amount: won?.amount ?? '0',
    lost_count: lost?.count ?? 0,
    lost_amount: lost?.amount ?? '0',
  };
}

function byReason(scope: Scope, sums: ClosedSum[], currency: string | null): ReportTable {
  const rows = sums.map(
    ({ reason, count, amount }): Sums => ({
      key: reason || null,
      label: reason || 'Without a reason',
      sums: { lost_count: count, lost_amount: amount },
    }),
  );
  return tableOf('reasons', currency, BY_REASON, rows, (_, key) =>
    listOfMonth('deals', scope, 'closed_at', undefined, {
      status: 'lost',
      ...dealFilters(scope),
      currency,
      lost_reason: key,
    }),
  );
}
