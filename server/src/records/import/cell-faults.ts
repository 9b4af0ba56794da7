import { isDeepStrictEqual } from 'node:util';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { readMoment } from '../../platform/cells/days.ts';
import { readNumber } from '../../platform/cells/numbers.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import type { DeclaredField } from '../custom-fields/declared.ts';
import { type Hand, readDeclared, unclearIn } from '../custom-fields/read.ts';
import { pointerOf } from '../custom-fields/values.ts';
import { pairsOf } from '../pairs.ts';
import type { Unclear } from '../unclear.ts';
import { VALUE_TYPES } from '../value-types.ts';
import { amountIn } from './amounts.ts';
import { type Column, placeOfColumn } from './columns.ts';
import { type CustomCells, cellOf, type RowFailure } from './rules.ts';

type Fields = Record<string, unknown>;

/**
 * The faults of cells that mean nothing by themselves: a number or day that may be meant in two
 * ways, because nothing here asks, and a phone number without a digit.
 */
export function cellFaults(
  definition: RecordDefinition,
  columns: Column[],
  row: SheetRow,
  before: Fields | undefined,
  { declared, hand }: CustomCells,
): RowFailure[] {
  return columns.flatMap(({ name, field: column, key = name, whole }, index): RowFailure[] => {
    const cell = row.cells[index]!;
    if (column === null || whole || cell === '') return [];
    const { field, pointer } = placeOfColumn(definition, { name, field: column, whole });
    const own = definition.fields[field] as RecordField;
    const { in_file, unclear: unclearOf } = VALUE_TYPES[own.type];
    const at = in_file === 'keys' ? pointerOf(key) : pointer;
    const fault = (text: string) => [failure(row, name, at, text)];
    if (in_file === 'keys') {
      const known = declared.find((one) => one.key === key);
      const unclear = known ? unclearIn(cell, known, hand) : null;
      return unclear === null || isKept(cell, known!, hand, before) ? [] : fault(SAY[unclear](cell));
    }
    const ofAmount = currencyBeside(definition, columns, row, field, hand);
    if (ofAmount !== null && ofAmount !== cell.toUpperCase())
      return [failure(row, name, at, `is left out: the amount beside it is in ${ofAmount}.`)];
    if (!unclearOf) return [];
    const currency = own.currency
      ? (amountIn(cell, hand)?.currency ?? cellOf(columns, row, own.currency) ?? before?.[own.currency])
      : null;
    const beside = { kept: before?.[field], currency: (currency as string | undefined) || null };
    const unclear = unclearOf(cell, own, beside);
    return unclear === null ? [] : fault(SAY[unclear](cell));
  });
}

/** The currency that the amount of the row has in its own cell, for a column of currencies. */
function currencyBeside(
  definition: RecordDefinition,
  columns: Column[],
  row: SheetRow,
  field: string,
  hand: Hand,
): string | null {
  const pair = pairsOf(definition).find(({ currency }) => currency === field);
  const amount = pair && cellOf(columns, row, pair.amount);
  return amount ? (amountIn(amount, hand)?.currency ?? null) : null;
}

/** True for the number that the record has, as our own file writes it. */
function isKept(cell: string, known: DeclaredField, hand: Hand, before: Fields | undefined): boolean {
  const custom = (before?.custom ?? {}) as Fields;
  return isDeepStrictEqual(readDeclared(cell, known, hand), custom[known.key]);
}

const SAY: Record<Unclear, (cell: string) => string> = {
  day: sayDays,
  number: sayNumbers,
  phone: (cell) => `"${short(cell)}" is no phone number.`,
};

function sayNumbers(cell: string): string {
  const sign = cell.includes(',') ? ',' : '.';
  const [whole, parted] = [readNumber(cell, sign === ',' ? '.' : ','), readNumber(cell, sign)];
  return `"${short(cell)}" may be ${whole} or ${Number(parted)}. Write ${whole}, or ${parted}0, ${ASKS}`;
}

function sayDays(cell: string): string {
  const [first, second] = [readMoment(cell, 'dmy')?.day, readMoment(cell, 'mdy')?.day];
  return `"${short(cell)}" may be ${first} or ${second}. Write the one that is meant so, ${ASKS}`;
}

const ASKS = 'or send the file to POST /api/v2/imports (rapport imports create), which asks.';

function failure({ line }: SheetRow, column: string, pointer: string, text: string): RowFailure {
  return { line, column, code: 'wrong_format', detail: `${pointer} ${text}` };
}

function short(cell: string): string {
  return cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
}
