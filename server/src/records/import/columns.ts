import { fold } from '@rapport/contract/fold';
import { CUSTOM_PREFIX } from '@rapport/contract/records/declared-fields';
import type { CsvFieldOf, RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { Problem } from '../../platform/problem.ts';
import { withoutGuard } from '../../platform/sheets/csv-line.ts';
import type { DeclaredField } from '../custom-fields/declared.ts';
import { pointerOf } from '../custom-fields/values.ts';
import { isOurs, readColumn } from '../export/columns.ts';
import { VALUE_TYPES } from '../value-types.ts';
import { reachColumn } from './reach-columns.ts';

/** A column of the file. Its field is null when the column is left out. */
export type Column = {
  name: string;
  field: string | null;
  /** The key of a custom field, if it is not the name of the column. */
  key?: string;
  /** The label of the entry that the column fills, as `mobile`. */
  label?: string;
  /** True when the column holds the whole field, as JSON. Only in a file that we exported. */
  whole?: true;
  /** True for the column whose uuids say which records are meant. Only in a file of ours. */
  finds?: true;
};

/** The field for each column that the caller mapped; null leaves the column out. */
export type Mapping = Map<string, string | null>;

/** A record has some twenty fields. A file with more columns than this is broken or hostile. */
const COLUMNS_MAX = 200;
const NAME_MAX_LENGTH = 200;
const NAMES_SHOWN = 20;

/**
 * Adds one entry of the request to the mapping, `Security` → `name`. An empty field leaves the
 * column out. 400 names the fields that exist.
 */
export function addToMapping(
  { csv_columns }: RecordDefinition,
  mapping: Mapping,
  parameter: string,
  column: string,
  field: string,
): Problem | null {
  const isCustom = field.startsWith(CUSTOM_PREFIX) && field.length > CUSTOM_PREFIX.length;
  if (field === '' || Object.hasOwn(csv_columns, field) || (isCustom && csv_columns.custom)) {
    mapping.set(column, field === '' ? null : field);
    return null;
  }
  const detail = `${parameter} is "${field}", which is not a field. Fields: ${Object.keys(csv_columns).join(', ')}; nothing leaves the column out.`;
  return new Problem('query_invalid', detail, {
    errors: [{ pointer: parameter, code: 'not_in_list', detail }],
  });
}

/**
 * Gives each column of the header its field: by the mapping, else by its name; else it is a custom
 * field.
 */
export function matchColumns(
  definition: RecordDefinition,
  header: string[],
  mapping: Mapping,
  declared: readonly DeclaredField[],
): Column[] | Problem {
  const names = isOurs(header) ? header.map(withoutGuard) : header.map((name) => name.trim());
  const fault = refuseNames(names) ?? refuseMapping(names, mapping);
  if (fault) return fault;
  const columns = isOurs(header)
    ? ownColumns(definition, names, mapping)
    : columnsCalled(definition, names, mapping, declared);
  return refuseFields(definition, columns) ?? columns;
}

function columnsCalled(
  definition: RecordDefinition,
  names: string[],
  mapping: Mapping,
  declared: readonly DeclaredField[],
): Column[] {
  const fieldByName = fieldsByName(definition);
  const mapped = new Set(mapping.values());
  const unmapped = names.filter((name) => !mapping.has(name));
  return names.map((name): Column => {
    const given = mapping.get(name);
    if (given?.startsWith(CUSTOM_PREFIX)) {
      return { name, field: 'custom', key: given.slice(CUSTOM_PREFIX.length) };
    }
    if (given !== undefined || name === '') return { name, field: given ?? null };
    const field = fieldByName.get(plain(name));
    const reach = reachColumn(definition, name);
    if (reach && !field && !fieldCalled(declared, name)) return { name, ...reach };
    // The mapping is about this file, so it wins over the names of other columns. The exact name of
    // a field also wins: in a file that we exported, a column with another name for the field is a
    // custom field.
    const isTaken = field && (mapped.has(field) || (field !== name && unmapped.includes(field)));
    if (!field || isTaken) return { name, field: 'custom' };
    return { name, ...(reach?.field === field ? reach : { field }) };
  });
}

/** Gives the columns of a file that we exported their fields. Those that only show are left out. */
function ownColumns(definition: RecordDefinition, names: string[], mapping: Mapping): Column[] {
  return names.map((name): Column => {
    const given = mapping.get(name);
    if (given !== undefined) return { name, field: given };
    if (name === 'uuid') return { name, field: null, finds: true };
    const read = readColumn(definition, name);
    return read === null ? { name, field: null } : { name, field: 'custom', ...read };
  });
}

/** The place in a record that a column fills. */
export function placeOfColumn(
  { csv_columns }: RecordDefinition,
  { field, whole }: Column & { field: string },
): Pick<CsvFieldOf, 'field' | 'part' | 'pointer'> {
  return whole ? { field, part: null, pointer: `/${field}` } : csv_columns[field]!;
}

/**
 * The name of the column with the value at a JSON pointer of the record; null when there is none.
 */
export function columnAt(definition: RecordDefinition, columns: Column[], pointer: string): string | null {
  const isAt = ({ field, key, ...column }: Column) => {
    if (field === null || (field === 'custom' && key === undefined)) return false;
    const at = field === 'custom' ? pointerOf(key!) : placeOfColumn(definition, { ...column, field }).pointer;
    return `${pointer}/`.startsWith(`${at}/`);
  };
  return columns.find(isAt)?.name ?? null;
}

/**
 * The columns with the keys of the fields that the Account has declared: a column may have the key
 * or the label of one as its name.
 */
export function withKeys(columns: Column[], declared: readonly DeclaredField[]): Column[] {
  return columns.map((column) => {
    if (column.field !== 'custom' || column.key !== undefined) return column;
    return { ...column, key: fieldCalled(declared, column.name)?.key ?? column.name };
  });
}

/**
 * The declared field that a column means: by its key, by its label, or by either in another
 * spelling; the key may stand behind `custom.`, as filters name it. One in use comes before one
 * that is archived.
 */
export function fieldCalled(declared: readonly DeclaredField[], name: string): DeclaredField | undefined {
  const inOrder = declared.toSorted((a, b) => Number(isArchived(a)) - Number(isArchived(b)));
  return (
    inOrder.find(({ key }) => key === name) ??
    inOrder.find(({ label }) => fold(label) === fold(name.trim())) ??
    inOrder.find(({ key, label }) => [plain(key), plain(label)].includes(plain(name))) ??
    inOrder.find(({ key }) => `${CUSTOM_PREFIX}${key}` === name.trim())
  );
}

function isArchived({ archived_at }: DeclaredField): boolean {
  return archived_at !== null;
}

/** A Problem for a header with so many columns. */
export function refuseCount(count: number): Problem | null {
  if (count <= COLUMNS_MAX) return null;
  return headerInvalid(`The header has ${count} columns, and at most ${COLUMNS_MAX} are allowed.`);
}

function refuseNames(names: string[]): Problem | null {
  const tooLong = names.findIndex((name) => name.length > NAME_MAX_LENGTH);
  if (tooLong !== -1) {
    return headerInvalid(`The name of column ${tooLong + 1} has more than ${NAME_MAX_LENGTH} characters.`);
  }
  const unstorable = names.findIndex((name) => name.includes('\0') || name === '__proto__');
  if (unstorable !== -1) return headerInvalid(`The name of column ${unstorable + 1} cannot be stored.`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice === undefined) return null;
  return headerInvalid(
    `The column "${twice}" is there twice. Rename one of them, or send the file to POST /api/v2/imports (rapport imports create), which takes both.`,
  );
}

function refuseMapping(names: string[], mapping: Mapping): Problem | null {
  const missing = [...mapping.keys()].find((name) => !names.includes(name));
  if (missing === undefined) return null;
  const detail = `The mapping names the column "${missing}", which the file does not have. Its columns are ${list(names)}.`;
  return new Problem('query_invalid', detail);
}

function refuseFields(definition: RecordDefinition, columns: Column[]): Problem | null {
  for (const { field } of columns) {
    const same = columns.filter((column) => column.field === field);
    if (field === null || field === 'custom' || same.length === 1) continue;
    const own = definition.csv_columns[field]?.field;
    // A record has several addresses and numbers, one from each column.
    if (own && VALUE_TYPES[(definition.fields[own] as RecordField).type].several) continue;
    return headerInvalid(
      `The columns ${list(same.map(({ name }) => name))} are all read as ${field}. Map all but one to something else, or to nothing.`,
    );
  }
  // A new record needs its name, or the parts of it. An existing record is found by its
  // external_id.
  const { identifying } = definition;
  if (columns.some(({ field }) => field !== null && identifying.includes(field))) return null;
  return headerInvalid(
    `None of the columns ${list(columns.map(({ name }) => name))} is read as ${definition.named_by} or external_id. Is the first line a header? Else map one of them.`,
  );
}

function headerInvalid(fault: string): Problem {
  return new Problem('csv_invalid', `${fault} Nothing was imported.`);
}

function list(names: string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `"${name}"`);
  return shown.join(', ') + (names.length > NAMES_SHOWN ? ' …' : '');
}

/** `E-Mail Address` and `email_address` are the same name. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** The fields of CSV by the names that the definition gives their columns, made plain. */
export function fieldsByName({ csv_columns }: RecordDefinition): Map<string, string> {
  const names = Object.entries(csv_columns).flatMap(([field, column]) =>
    [field, ...column.names].map((name) => [plain(name), field] as const),
  );
  // A field's exact name wins over the same word as another name of a second field.
  return new Map([...names, ...Object.keys(csv_columns).map((field) => [plain(field), field] as const)]);
}
