import { isDeepStrictEqual } from 'node:util';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { DeclaredField } from '../custom-fields/declared.ts';
import { OUR_HAND, readDeclared } from '../custom-fields/read.ts';
import type { CrmRecord } from '../kind.ts';
import { VALUE_TYPES } from '../value-types.ts';
import { exportColumns, OTHER_CUSTOM } from './columns.ts';

/** The names of records by kind and uuid, such as `client 01a0…`. */
export type Names = ReadonlyMap<string, string>;

/** What a column of custom fields can be called. An import refuses other names. */
const NAME_MAX_LENGTH = 200;

/**
 * Makes the header and the function that writes a record as cells. `keys` are the custom fields
 * with a column of their own, `declared` those that have a type.
 */
export function cellsOf(
  definition: RecordDefinition,
  keys: string[],
  declared: readonly DeclaredField[],
): { header: string[]; cells: (record: CrmRecord, names: Names) => string[] } {
  const columns = exportColumns(definition);
  const at = columns.findIndex(({ name }) => name === OTHER_CUSTOM) + 1;
  const own = keys.filter((key) => mayBeColumn(definition, key));
  const byKey = new Map(declared.map((field) => [placeOf(field.account_uuid, field.key), field]));
  const fields = definition.fields as Record<string, RecordField>;
  const header = columns.map(({ name }) => name).toSpliced(at, 0, ...own);
  const cells = (record: CrmRecord, names: Names) => {
    const ownCells = own.map((key) => customCell(record, key, byKey));
    const values = columns.map(({ name, field, part, names: resource }) => {
      const value = (record as unknown as Record<string, unknown>)[field];
      if (resource) return namesOf(resource, value, names);
      if (name === OTHER_CUSTOM) return otherCustom(record, own, ownCells);
      if (part) return textOf((value as Record<string, unknown>[])[0]?.[part]);
      const { toCell = textOf } = fields[field] ? VALUE_TYPES[fields[field].type] : {};
      return toCell(value as never);
    });
    return values.toSpliced(at, 0, ...ownCells.map((cell) => cell ?? ''));
  };
  return { header, cells };
}

/** True when an import would give the custom field the same name again. */
function mayBeColumn(definition: RecordDefinition, key: string): boolean {
  const isName = key !== '' && key.trim() === key && key.length <= NAME_MAX_LENGTH && key !== '__proto__';
  return isName && !exportColumns(definition).some(({ name }) => name === key);
}

/** Accounts may give one key different types. */
function placeOf(account_uuid: string, key: string): string {
  return `${account_uuid} ${key}`;
}

/**
 * A custom value as a cell. Null for none, and for one that an import would not read as the same
 * value: an empty cell says nothing.
 */
function customCell(
  { account_uuid, custom }: CrmRecord,
  key: string,
  declared: ReadonlyMap<string, DeclaredField>,
): string | null {
  const value = custom[key];
  const field = declared.get(placeOf(account_uuid, key));
  if (!field) return typeof value === 'string' && value !== '' ? value : null;
  const reads = (cell: string | null) =>
    cell !== null && cell !== '' && isDeepStrictEqual(readDeclared(cell, field, OUR_HAND), value);
  // The label of one option may be the key of another, or have a semicolon: then the keys are
  // clear.
  return [readable(inWords(value, field)), readable(value)].find(reads) ?? null;
}

/** A choice, or several, by the labels of their options. Other values stay as they are. */
function inWords(value: unknown, { options }: DeclaredField): unknown {
  const labelOf = (key: unknown) => options.find((option) => option.key === key)?.label ?? key;
  return Array.isArray(value) ? value.map(labelOf) : labelOf(value);
}

/**
 * A value as people read it: `98`, `12.50 EUR`, `ink; milk`. Null for what they would not write.
 */
function readable(value: unknown): string | null {
  if (Array.isArray(value)) return value.join('; ');
  if (typeof value !== 'object' || value === null) return value == null ? null : String(value);
  const { amount, currency } = value as Record<string, unknown>;
  return amount && currency ? `${amount} ${currency}` : null;
}

function otherCustom({ custom }: CrmRecord, own: string[], cells: (string | null)[]): string {
  const written = new Set(own.filter((_, index) => cells[index] !== null));
  const others = Object.entries(custom).filter(([key]) => !written.has(key));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}

function namesOf(resource: string, value: unknown, names: Names): string {
  const named = Array.isArray(value) ? value : value === null ? [] : [{ resource, uuid: value }];
  return named
    .map((link: Record<string, unknown>) => {
      const of = (link.resource as string | undefined) ?? resource;
      const uuid = link.uuid ?? link[`${of}_uuid`];
      return names.get(`${of} ${uuid}`) ?? '';
    })
    .filter((name) => name !== '')
    .join('; ');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
