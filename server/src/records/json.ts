import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import type { TextRow } from '../platform/database/statements.ts';
import { madeOnce } from '../platform/made-once.ts';
import type { AnyKind } from './kind.ts';
import { VALUE_TYPES } from './value-types.ts';

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

/**
 * The function that writes rows of `selectionOf` as JSON, byte for byte as the schema of the kind
 * gives it. It takes values as PostgreSQL wrote them: to parse them first takes longer.
 */
export const jsonOf = madeOnce(({ definition }: AnyKind): ((row: TextRow) => string) => {
  const columns = Object.entries(definition.schema.properties).map(([name, schema], index) => {
    const field: RecordField | undefined = definition.fields[name];
    const key = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const write = VALUE_TYPES[field?.type ?? FRAME[name]!].writer(schema, field);
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
});
