import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import { madeOnce } from '../platform/made-once.ts';
import type { AnyKind } from './kind.ts';

const FRAME = ['uuid', 'account_uuid', 'version'];
const TIMES = ['created_at', 'updated_at'];

/**
 * The columns of the table that hold the fields of a kind, in the order in which the API answers
 * them.
 */
export function columnsOf(kind: AnyKind): string[] {
  return [...FRAME, ...Object.keys(kind.definition.fields).filter((name) => !isPart(kind, name)), ...TIMES];
}

/**
 * The columns of a whole record for SELECT, in the order of the API. Made once for each kind,
 * because every read needs them.
 */
export const selectionOf = madeOnce((kind: AnyKind): string => {
  const { fields } = kind.definition as { fields: Record<string, RecordField> };
  const selected = Object.entries(fields).map(([name, field]) => {
    const part = kind.parts?.[name];
    if (part) return `${part.select} AS ${name}`;
    const { select } = COLUMN_TYPES[field.type] ?? {};
    return select ? `${select(name, kind.table, field)} AS ${name}` : name;
  });
  return [...FRAME, ...selected, ...TIMES].join(', ');
});

/** The types whose values are not selected as they are kept. */
const COLUMN_TYPES: Partial<Record<FieldType, ColumnType>> = {
  tags: { select: (name) => `to_json(${name})` },
  links: { select: (_, table, field) => linksOf(table, field), isElsewhere: true },
};

type ColumnType = {
  select: (name: string, table: string, field: RecordField) => string;
  /** The values are kept in another table. */
  isElsewhere?: true;
};

/** True for a field that is kept outside the table of its kind. */
export function isPart(kind: AnyKind, name: string): boolean {
  const { type } = kind.definition.fields[name] as RecordField;
  return COLUMN_TYPES[type]?.isElsewhere === true || kind.parts?.[name] !== undefined;
}

/** SQL for the links of a row of `table` as JSON, byte for byte as the API answers them. */
function linksOf(table: string, { key, extras = [] }: RecordField): string {
  const columns: Record<string, string> = { role: 'role', primary: 'is_primary', ended_on: 'ended_on' };
  const properties =
    key === 'uuid'
      ? ['to_resource AS resource', 'to_uuid AS uuid']
      : [`to_uuid AS ${key}`, ...extras.map((extra) => `${columns[extra]} AS "${extra}"`)];
  return `array_to_json(ARRAY(
    SELECT row_to_json(link) FROM (
      SELECT ${properties.join(', ')} FROM links
      WHERE links.account_uuid = ${table}.account_uuid AND links.from_uuid = ${table}.uuid ORDER BY position
    ) AS link))`;
}
