import { DEAL_CHANGES, type ReportTable } from '@rapport/contract/reports';
import { pastList } from '../links.ts';
import type { Scope } from '../scope.ts';
import { type Columns, currenciesOf, type Sums, tableOf } from '../tables.ts';
import type { ChangeSum } from './queries.ts';

const COLUMNS: Columns = [
  { name: 'count', unit: 'count' },
  { name: 'amount_before', unit: 'amount' },
  { name: 'amount_now', unit: 'amount' },
];

const LABELS: Record<(typeof DEAL_CHANGES)[number], string> = {
  new: 'New',
  moved: 'Moved to another stage',
  grew: 'Grew',
  shrank: 'Shrank',
  slipped: 'Slipped: expected later',
  sooner: 'Expected sooner',
  won: 'Won',
  lost: 'Lost',
  reopened: 'Open again',
  deleted: 'Deleted',
};

/**
 * A table for each currency with a row for all that can happen. A Deal stands in several rows when
 * several things happened to it, so the rows are not added up.
 */
export function changesTables(scope: Scope, found: ChangeSum[]): ReportTable[] {
  return currenciesOf(found.length > 0 ? found : [{ currency: null }]).map((currency) => {
    const rows = DEAL_CHANGES.map((change): Sums => {
      const sum = found.find((one) => one.change === change && one.currency === currency);
      const { count = 0, before = '0', now = '0' } = sum ?? {};
      const sums = { count, amount_before: before, amount_now: now };
      return { key: change, label: LABELS[change], sums };
    });
    const table = tableOf('changes', currency, COLUMNS, rows, (_, key) =>
      pastList(scope, { change: key, currency }),
    );
    return { ...table, totals: [] };
  });
}
