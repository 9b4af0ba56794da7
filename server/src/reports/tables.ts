import type { ReportFigure, ReportTable } from '@rapport/contract/reports';
import { inCurrency, sumOf } from './decimals.ts';

export type Columns = ReportTable['columns'];

/** The columns of tables about open Deals. */
export const OPEN_DEALS: Columns = [
  { name: 'count', unit: 'count' },
  { name: 'amount', unit: 'amount' },
  { name: 'weighted', unit: 'amount' },
];

/** A row with what it adds up to, by the names of the columns. */
export type Sums = { key: string | null; label: string; sums: Record<string, number | string> };

/** The list behind a figure of a row, or of all rows when `key` is undefined. */
type ListBehind = (column: string, key: string | null | undefined) => string | null;

/**
 * A table whose figures add up to its totals. `rates` are columns that follow from others, such as
 * a share: they are computed for each row and once more for the totals.
 */
export function tableOf(
  name: string,
  currency: string | null,
  columns: Columns,
  rows: Sums[],
  listBehind: ListBehind,
  rates: Record<string, (sums: Record<string, number | string>) => number | null> = {},
): ReportTable {
  const figuresOf = (sums: Record<string, number | string>, key: string | null | undefined) =>
    columns.map(({ name, unit }): ReportFigure => {
      const rate = rates[name];
      if (rate) return { name, value: rate(sums), list: null };
      const sum = sums[name] ?? 0;
      const value = unit === 'amount' ? inCurrency(String(sum), currency) : sum;
      return { name, value, list: listBehind(name, key) };
    });
  return {
    name,
    currency,
    columns,
    rows: rows.map(({ key, label, sums }) => ({ key, label, figures: figuresOf(sums, key) })),
    totals: figuresOf(addedUp(columns, currency, rows), undefined),
  };
}

/** Rounded rows add up to the total that stands below them. */
function addedUp(columns: Columns, currency: string | null, rows: Sums[]): Record<string, number | string> {
  const amounts = columns.flatMap(({ name, unit }) => (unit === 'amount' ? [name] : []));
  const others = columns.filter(({ unit }) => unit === 'count').map(({ name }) => name);
  const of = (name: string) => rows.map(({ sums }) => sums[name] ?? 0);
  return Object.fromEntries([
    ...amounts.map((name) => [name, sumOf(of(name).map((value) => inCurrency(String(value), currency)))]),
    // What a rate is computed from may be no column itself.
    ...[...others, 'days'].map((name) => [name, of(name).reduce<number>((sum, one) => sum + Number(one), 0)]),
  ]);
}

/** The currencies of rows in their order, those without one last. One that is there if none is. */
export function currenciesOf(rows: { currency: string | null }[]): (string | null)[] {
  const found = [...new Set(rows.map(({ currency }) => currency))];
  return found.sort((a, b) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1));
}

/** A share in per cent with one decimal; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}
