import { REPORTS, type ReportDefinition, type ReportTables } from '@rapport/contract/reports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccounts, useCurrentAccount } from '../accounts/current-account.ts';
import { request, withQuery } from '../api/request.ts';
import type { Address } from '../fields/address.ts';

/** What the address of the page says: the report and its filters. */
export type ReportSearch = {
  report?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  pipeline_uuid?: string | undefined;
  owner_uuid?: string | undefined;
  as_of?: string | undefined;
  /** The query of the Deals behind a figure about the past. */
  deals?: string | undefined;
};

/** Returns the report in the address, its filters, and a function that changes them. */
export function useReportSearch(): {
  report: ReportDefinition;
  search: ReportSearch;
  change: (next: ReportSearch) => void;
} {
  const search = useSearch({ strict: false }) as ReportSearch;
  const navigate = useNavigate();
  const report = REPORTS.find(({ name }) => name === search.report) ?? REPORTS[0];
  const change = (next: ReportSearch) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }) as never });
  return { report, search, change };
}

/** Returns the Account that a report is about: the current one, else the first. */
export function useReportedAccount() {
  const current = useCurrentAccount();
  const { data: accounts } = useAccounts();
  return current ?? accounts?.[0] ?? null;
}

/** Returns the path of a report in the API, with only those filters that it has. */
export function pathOf(
  report: ReportDefinition,
  search: ReportSearch,
  account_uuid: string,
  ending = '',
): string {
  const own = report.filters.map((filter) => [filter, search[filter]]);
  return withQuery(`/api/v2/reports/${report.name}${ending}`, {
    ...Object.fromEntries(own),
    account_uuid,
  });
}

export function useReport(report: ReportDefinition, search: ReportSearch, account_uuid: string | undefined) {
  const path = account_uuid === undefined ? '' : pathOf(report, search, account_uuid);
  return useQuery({
    queryKey: ['reports', path],
    queryFn: async ({ signal }) => (await request<{ data: ReportTables }>('GET', path, { signal })).data,
    enabled: path !== '',
    placeholderData: keepPreviousData,
  });
}

const PAST_DEALS = '/api/v2/reports/past-deals';

/**
 * Returns the page of the list behind a figure. The pages have the grammar of the API; the Deals of
 * the past are shown on the page of the report.
 */
export function pageOf(list: string): Address {
  const { pathname, searchParams } = new URL(list, 'http://localhost');
  searchParams.delete('time_zone');
  if (pathname === PAST_DEALS) return { to: '.', search: { deals: String(searchParams) } };
  return { to: pathname.replace('/api/v2', ''), search: Object.fromEntries(searchParams) };
}
