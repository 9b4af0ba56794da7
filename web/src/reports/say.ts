import type { ReportTable } from '@rapport/contract/reports';
import { sayAmount } from '../fields/values/say.ts';
import { inUtc } from '../layout/formats.ts';
import { LOCALE } from '../texts/locale.ts';
import { reports as texts } from '../texts/reports.ts';

const month = inUtc({ month: 'short', year: 'numeric' });

type Unit = ReportTable['columns'][number]['unit'];

/** Returns a figure in the User's format. */
export function sayFigure(value: number | string | null, unit: Unit, currency: string | null): string {
  if (value === null) return '–';
  if (unit === 'amount') return sayAmount(value, currency);
  return unit === 'percent' ? texts.percent(Number(value)) : Number(value).toLocaleString(LOCALE);
}

/**
 * Returns the label of a row: a month in the User's format, a word of the API in the language of
 * the page, and a name as it is. `table` is the name of its table.
 */
export function sayLabel(label: string, table: string): string {
  if (/^\d{4}-\d\d$/.test(label)) return month.format(new Date(`${label}-01T00:00:00Z`));
  return texts.rows[table]?.[label] ?? label;
}

/** Returns the heading of a table: what its rows are, and its currency. */
export function sayTable({ name, currency, columns }: ReportTable): string {
  const rows = texts.tables[name] ?? name;
  if (!columns.some(({ unit }) => unit === 'amount')) return rows;
  return `${rows} · ${currency ?? texts.noCurrency}`;
}
