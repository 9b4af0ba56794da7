import { linesOf, type ReportTables } from '@rapport/contract/reports';
import { BYTE_ORDER_MARK, csvLine } from '../platform/sheets/csv-line.ts';

/**
 * A report as CSV: its tables one after the other, each with its own head, as their columns differ.
 */
export function csvOf({ tables }: ReportTables): string {
  return BYTE_ORDER_MARK + tables.map((table) => linesOf(table).map(csvLine).join('')).join('\r\n');
}
