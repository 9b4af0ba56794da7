import { isDeepStrictEqual } from 'node:util';
import { decimalsOf } from '@rapport/contract/currencies';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { decimalIn, readNumber } from '../../platform/cells/numbers.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import type { DeclaredField } from '../custom-fields/declared.ts';
import { type Hand, isUnclear, readDeclared } from '../custom-fields/read.ts';
import { pointerOf } from '../custom-fields/values.ts';
import { type Column, placeOfColumn } from './columns.ts';
import { type CustomCells, cellOf, type RowFailure } from './rules.ts';

/**
 * The faults of cells whose number may be meant in two ways: `1.500` is 1500 in German and 1.5 in
 * English, and nothing here asks. An amount in a currency of three decimals is clear.
 */
export function unclearNumbers(
  definition: RecordDefinition,
  columns: Column[],
  row: SheetRow,
  before: Record<string, unknown> | undefined,
  { declared, hand }: CustomCells,
): RowFailure[] {
  return columns.flatMap(({ name, field: column, key = name, whole }, index): RowFailure[] => {
    const cell = row.cells[index]!;
    if (column === null || whole || cell === '') return [];
    const { field, pointer } = placeOfColumn(definition, { name, field: column, whole });
    const own = definition.fields[field] as RecordField;
    if (own.type === 'json') {
      const known = declared.find((one) => one.key === key);
      if (!known || !isUnclear(cell, known, hand) || isKept(cell, known, hand, before)) return [];
      return [unclear(row, name, pointerOf(key), cell)];
    }
    if (own.decimals === undefined || decimalIn(cell) !== 'either') return [];
    const currency = own.currency && (cellOf(columns, row, own.currency) ?? before?.[own.currency]);
    const decimals = currency ? decimalsOf(currency) : own.decimals;
    return decimals < 3 ? [unclear(row, name, pointer, cell)] : [];
  });
}

/** True for the number that the record has, as our own file writes it. */
function isKept(
  cell: string,
  known: DeclaredField,
  hand: Hand,
  before: Record<string, unknown> | undefined,
): boolean {
  const custom = (before?.custom ?? {}) as Record<string, unknown>;
  return isDeepStrictEqual(readDeclared(cell, known, hand), custom[known.key]);
}

function unclear({ line }: SheetRow, column: string, pointer: string, cell: string): RowFailure {
  const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
  const sign = cell.includes(',') ? ',' : '.';
  const [whole, parted] = [readNumber(cell, sign === ',' ? '.' : ','), readNumber(cell, sign)];
  const detail =
    `${pointer} "${shown}" may be ${whole} or ${Number(parted)}. Write ${whole}, or ${parted}0, ` +
    'or send the file to POST /api/v2/imports (rapport imports create), which asks.';
  return { line, column, code: 'wrong_format', detail };
}
