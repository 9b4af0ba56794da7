import type { FieldType, RecordField } from '@rapport/contract/records/fields';
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

/** Where `selectionOf` has the version of a record. */
const VERSION = 2;

/** A record as the API answers it. */
export type RecordJson = { version: number; json: string };

export function asRecordJson(kind: AnyKind, row: TextRow): RecordJson {
  return { version: Number(row[VERSION]), json: jsonOf(kind)(row) };
}

/**
 * What writes rows of `selectionOf`, their values as PostgreSQL wrote them, as the JSON of records:
 * byte for byte what their schema would make of them. Parsing values to write them again takes longer.
 */
export function jsonOf({ definition }: AnyKind): (row: TextRow) => string {
  const properties = Object.entries(definition.schema.properties);
  const columns = properties.map(([name, schema]) => {
    const field: RecordField | undefined = definition.fields[name];
    const type = field?.type ?? FRAME[name]!;
    return { key: `,${JSON.stringify(name)}:`, write: field?.decimals ? quoted : writerOf(type, schema) };
  });
  return (row) => {
    let json = '';
    columns.forEach(({ key, write }, index) => {
      const text = row[index]!;
      json += key + (text === null ? 'null' : write(text));
    });
    return `{${json.slice(1)}}`;
  };
}

/** What writes a value of this type that is not null. */
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
      return (text) => text;
    default:
      return writerOfJson(schema);
  }
}

/** A value that needs no escapes. */
function quoted(text: string): string {
  return `"${text}"`;
}

/** PostgreSQL writes JSON with spaces, and the keys of `jsonb` in an order of its own. */
function writerOfJson({ items }: TSchema & { items?: Entry }): (text: string) => string {
  const keys = items?.properties && keysOf(items);
  return (text) => {
    if (text === '[]' || text === '{}') return text;
    return JSON.stringify(JSON.parse(text), keys);
  };
}

type Entry = { properties?: object; required?: string[] };

/** In the order in which answers have them: first those that are always there. */
function keysOf({ properties = {}, required = [] }: Entry): string[] {
  const keys = Object.keys(properties);
  return [...keys.filter((key) => required.includes(key)), ...keys.filter((key) => !required.includes(key))];
}
