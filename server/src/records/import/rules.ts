import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { ImportResult } from '@rapport/contract/records/imports';
import type { RecordField } from '@rapport/contract/records/record-field';
import { hasUnstorableCharacters } from '../../platform/http/server/json-body.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import type { DeclaredField } from '../custom-fields/declared.ts';
import { type Hand, readDeclared } from '../custom-fields/read.ts';
import { kindOfCell } from '../references.ts';
import { VALUE_TYPES } from '../value-types.ts';
import { amountIn } from './amounts.ts';
import { type Column, columnAt, placeOfColumn } from './columns.ts';
import type { TableRow } from './read-table.ts';

export type RowFailure = ImportResult['failures'][number];

/**
 * Faults of a row that cannot be read: too many cells, or text that cannot be stored.
 */
export function rowFailures(columns: Column[], { line, cells, surplus }: TableRow): RowFailure[] {
  if (surplus) {
    const detail = `The row has ${cells.length + surplus} fields and the header ${columns.length}. Does a text with the delimiter lack its quotes?`;
    return [{ line, column: null, code: 'too_many_items', detail }];
  }
  return cells.flatMap((cell, index): RowFailure[] => {
    const { name } = columns[index]!;
    if (name === '' && cell !== '') {
      const detail = `Column ${index + 1} has no name in the header, but a value here. Name it.`;
      return [{ line, column: null, code: 'not_allowed', detail }];
    }
    if (!hasUnstorableCharacters(cell)) return [];
    const detail =
      'The text holds a NUL or over 30 accents on one letter, which cannot be stored. Remove it.';
    return [{ line, column: name, code: 'invalid_characters', detail }];
  });
}

/**
 * The row with its texts in the form in which they are kept, so that they find what they name.
 * Programs leave out empty cells at the end of a row; they are put back.
 */
export function composedRow(row: TableRow, columns: number): TableRow {
  const cells = row.cells.map((cell) => (hasUnstorableCharacters(cell) ? cell : cell.normalize()));
  while (cells.length < columns) cells.push('');
  return { ...row, cells };
}

/** The text of the row in the column of `field`; null when it is empty. */
export function cellOf(columns: Column[], { cells }: SheetRow, field: string): string | null {
  return cells[columns.findIndex((column) => column.field === field)] || null;
}

/**
 * The outcomes for cells that name a record, by kind and cell: a uuid, or a sentence about the
 * fault.
 */
export type Resolved = Map<string, { uuid: string } | { fault: string }>;

type Given = Record<string, unknown>;

/**
 * The fields that a row gives, as in a request to the API. An empty cell gives none: the field
 * keeps its value, or its default. The e-mail address, phone number and postal address of the row
 * replace the first one of `before`. The others stay, and so do all fields without a column.
 */
export function givenFields(
  definition: RecordDefinition,
  columns: Column[],
  { cells }: SheetRow,
  before: Given | undefined,
  resolved: Resolved,
  custom: CustomCells,
): Given {
  const given: Given = {};
  for (const [index, { name, key = name, field: column, whole, label }] of columns.entries()) {
    const cell = cells[index]!;
    if (cell === '' || column === null) continue;
    const { field, part } = placeOfColumn(definition, { name, field: column, whole });
    const current = given[field] ?? before?.[field];
    const of: RecordField = definition.fields[field];
    if (whole) {
      given[field] = wholeValue(cell, of, current);
      continue;
    }
    given[field] = VALUE_TYPES[of.type].fromCell(cell, of, {
      name: key,
      part,
      current,
      label,
      again: columns.findIndex((one) => one.field === column && one.label === label) < index,
      time_zone: custom.hand.time_zone,
      amount: (text) => amountIn(text, custom.hand)?.digits ?? text,
      custom: (key, text) => customValue(key, text, custom),
      named: (resource) => uuidOf(resolved, resource, cell),
    });
    const currency = of.currency ? amountIn(cell, custom.hand)?.currency : null;
    if (currency) given[of.currency!] = currency;
  }
  return given;
}

/** The value of a cell that holds a whole field as JSON. Other text is left to the schema. */
export function wholeValue(cell: string, { type }: RecordField, current?: unknown): unknown {
  try {
    const value = JSON.parse(cell);
    return VALUE_TYPES[type].in_file === 'keys' ? { ...(current as object), ...value } : value;
  } catch {
    return cell;
  }
}

/** The fields that the Account has declared, and how its people write. */
export type CustomCells = { declared: readonly DeclaredField[]; hand: Hand };

/** The value of a custom field that a cell means. Text that means none is left to the checks. */
function customValue(key: string, cell: string, { declared, hand }: CustomCells): unknown {
  const field = declared.find((one) => one.key === key);
  return field ? (readDeclared(cell, field, hand) ?? cell) : cell;
}

function uuidOf(resolved: Resolved, resource: string, cell: string): string {
  const found = resolved.get(`${resource} ${cell}`);
  return found && 'uuid' in found ? found.uuid : cell;
}

/** The faults of cells that name no record, or several. */
export function unresolvedCells(
  columns: Column[],
  row: SheetRow,
  definition: RecordDefinition,
  resolved: Resolved,
): RowFailure[] {
  if (resolved.size === 0) return [];
  return columns.flatMap(({ name, field: column, whole }, index): RowFailure[] => {
    if (column === null || whole || row.cells[index] === '') return [];
    const { field, part } = definition.csv_columns[column]!;
    const resource = kindOfCell(definition.fields[field], part);
    const found = resource && resolved.get(`${resource} ${row.cells[index]}`);
    if (!found || !('fault' in found)) return [];
    return [{ line: row.line, column: name, code: 'not_found', detail: found.fault }];
  });
}

/** The field errors of a record as failures of its row, each with its column. */
export function asFailures(
  definition: RecordDefinition,
  columns: Column[],
  row: SheetRow,
  errors: FieldError[],
  given: Given = {},
): RowFailure[] {
  return errors.map(({ pointer, code, detail }) => ({
    line: row.line,
    column: columnAt(definition, columns, pointer) ?? columnOfEntry(columns, row, given, pointer),
    code,
    detail,
  }));
}

/** The column with the value of a further entry, such as the second e-mail address of the row. */
function columnOfEntry(columns: Column[], { cells }: SheetRow, given: Given, pointer: string): string | null {
  const [, field = '', place] = pointer.split('/');
  const list = given[field];
  const value: unknown = Array.isArray(list) ? list[Number(place)]?.value : undefined;
  return columns.find(({ field }, index) => field !== null && cells[index] === value)?.name ?? null;
}
