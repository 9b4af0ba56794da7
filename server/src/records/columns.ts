import type { RecordField } from '@rapport/contract/records/record-field';
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
export function selectionOf(kind: AnyKind): string {
  const selection = SELECTIONS.get(kind) ?? selectionOfFields(kind);
  SELECTIONS.set(kind, selection);
  return selection;
}

const SELECTIONS = new WeakMap<AnyKind, string>();

function selectionOfFields(kind: AnyKind): string {
  const { fields } = kind.definition as { fields: Record<string, RecordField> };
  const selected = Object.entries(fields).map(([name, field]) => {
    if (field.type === 'links') return `${linksOf(kind.table, field)} AS ${name}`;
    if (field.type === 'tags') return `to_json(${name}) AS ${name}`;
    const part = kind.parts?.[name];
    return part ? `${part.select} AS ${name}` : name;
  });
  return [...FRAME, ...selected, ...TIMES].join(', ');
}

/** True for a field that is kept outside the table of its kind. */
export function isPart(kind: AnyKind, name: string): boolean {
  return kind.definition.fields[name].type === 'links' || kind.parts?.[name] !== undefined;
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
