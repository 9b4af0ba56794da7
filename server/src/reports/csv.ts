import type { ReportTables } from '@rapport/contract/reports';
import { BYTE_ORDER_MARK, csvLine } from '../platform/sheets/csv-line.ts';

/**
 * A report as CSV: its tables one after the other, each with its own head, as their columns differ.
 */
export function csvOf({ tables }: ReportTables): string {
  const lines = tables.flatMap(({ name, currency, columns, rows, totals }, index) => {
    const line = (label: string, figures: typeof totals) =>
      csvLine([label, currency ?? '', ...figures.map(({ value }) => String(value ?? ''))]);
    return [
      ...(index === 0 ? [] : ['\r\n']),
      csvLine([name, 'currency', ...columns.map((column) => column.name)]),
      ...rows.map(({ label, figures }) => line(label, figures)),
      ...(totals.length > 0 ? [line('Total', totals)] : []),
    ];
  });
  return BYTE_ORDER_MARK + lines.join('');
}
