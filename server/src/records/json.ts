import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import type { TSchema } from 'typebox';
import { readTimestamptz, type TextRow } from '../platform/database/database.ts';
import type { AnyKind } from './kind.ts';

const FRAME: Record<string, FieldType> = {
  uuid: 'uuid',
  account_uuid: 'uuid',
  version: 'number',
  created_at: 'time',
  updated_at: 'time',
};

/** The position of the version in `selectionOf`. */
const VERSION = 2;

/** A record as the text that the API answers. */
export type RecordJson = { version: number; json: string };

export function asRecordJson(kind: AnyKind, row: TextRow): RecordJson {
  return { version: Number(row[VERSION]), json: jsonOf(kind)(row) };
}

/** The function that writes rows of a kind as JSON, made at its first use. */
export function jsonOf(kind: AnyKind): (row: TextRow) => string {
  const write = WRITERS.get(kind) ?? writerOfRows(kind);
  WRITERS.set(kind, write);
  return write;
}

const WRITERS = new WeakMap<AnyKind, (row: TextRow) => string>();

/**
 * Makes the function that writes rows of `selectionOf` as JSON, byte for byte as the schema of the
 * kind gives it. It takes values as PostgreSQL wrote them: to parse them first takes longer.
 */
function writerOfRows({ definition }: AnyKind): (row: TextRow) => string {
  const columns = Object.entries(definition.schema.properties).map(([name, schema], index) => {
    const field: RecordField | undefined = definition.fields[name];
    const key = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const write = field?.decimals ? quoted : writerOf(field?.type ?? FRAME[name]!, schema);
    return { key, write, empty: `${key}null` };
  });
  return (row) => {
    let json = '';
    for (let index = 0; index < columns.length; index++) {
      const text = row[index]!;
      const column = columns[index]!;
      json += text === null ? column.empty : column.key + column.write(text);
    }
    return `${json}}`;
  };
}

/** The function that writes a value of this type other than null. */
function writerOf(type: FieldType, schema: TSchema): (text: string) => string {
  switch (type) {
    case 'text':
      return JSON.stringify;
    case 'uuid':
    case 'choice':
    case 'date':
      return quoted;
    case 'time':
      return (text) => quoted(readTimestamptz(text));
    case 'boolean':
      return (text) => (text === 't' ? 'true' : 'false');
    case 'number':
    case 'tags':
    case 'links':
      return (text) => text;
    default:
      return writerOfJson(schema);
  }
}

/** Quotes a value that needs no escapes. */
function quoted(text: string): string {
  return `"${text}"`;
}

/**
 * Rewrites JSON of PostgreSQL, which has spaces, and for `jsonb` the keys in an order of its own.
 */
function writerOfJson({ items }: TSchema & { items?: Entry }): (text: string) => string {
  if (!items?.properties) return (text) => (text === '{}' ? text : JSON.stringify(JSON.parse(text)));
  const keys = keysOf(items);
  return (text) => {
    if (text === '[]') return text;
    const entries: Record<string, unknown>[] = JSON.parse(text);
    return JSON.stringify(entries.map((entry) => inOrder(entry, keys)));
  };
}

function inOrder(entry: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const key of keys) if (entry[key] !== undefined) ordered[key] = entry[key];
  return ordered;
}

type Entry = { properties?: object; required?: string[] };

/** The keys in the order of answers: required ones first. */
function keysOf({ properties = {}, required = [] }: Entry): string[] {
  const keys = Object.keys(properties);
  return [...keys.filter((key) => required.includes(key)), ...keys.filter((key) => !required.includes(key))];
}
