import type { ReportTable } from '@rapport/contract/reports';
import { dealFilters, listPath, pastList } from './links.ts';
import type { Scope } from './scope.ts';
import { OPEN_DEALS, type Sums, tableOf } from './tables.ts';

/** The open Deals of one currency that a person owns. Without a uuid: that nobody owns. */
export type PersonSum = {
  uuid: string | null;
  name: string | null;
  currency: string | null;
  count: number | null;
  amount: string | null;
  weighted: string | null;
};

/**
 * The table of open Deals by person, or none when the report is about one person or there are no
 * Deals. What nobody owned on a past day has no list: that one cannot ask for it.
 */
export function peopleTable(scope: Scope, currency: string | null, found: PersonSum[]): ReportTable[] {
  const own = found.filter((one) => one.currency === currency);
  if (own.length === 0 || scope.owner_uuid !== null) return [];
  const rows = own.map(
    ({ uuid, name, count, amount, weighted }): Sums => ({
      key: uuid,
      label: name ?? 'Nobody',
      sums: { count: count ?? 0, amount: amount ?? '0', weighted: weighted ?? '0' },
    }),
  );
  const open = { status: 'open', ...dealFilters(scope), currency };
  const table = tableOf('people', currency, OPEN_DEALS, rows, (_, key) => {
    if (!scope.as_of)
      return listPath('deals', scope, { ...open, ...(key !== undefined && { owner_uuid: key }) });
    return key === null ? null : pastList(scope, { currency, ...(key && { owner_uuid: key }) });
  });
  return [table];
}
