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

/** Returns the label of a row: a month in the User's format, everything else as it is. */
export function sayLabel(label: string): string {
  return /^\d{4}-\d\d$/.test(label) ? month.format(new Date(`${label}-01T00:00:00Z`)) : label;
}

/** Returns the heading of a table: what its rows are, and its currency. */
export function sayTable({ name, currency, columns }: ReportTable): string {
  const rows = texts.tables[name] ?? name;
  if (!columns.some(({ unit }) => unit === 'amount')) return rows;
  return `${rows} · ${currency ?? texts.noCurrency}`;
}
