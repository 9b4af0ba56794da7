import type { CsvFieldOf, RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { isLinks } from '../references.ts';
import { VALUE_TYPES } from '../value-types.ts';

/** Where the value of a column stands in a record. */
type ExportColumn = {
  name: string;
  /** The field, or one of the properties that every record has. */
  field: string;
  /** The property of the first entry of a list: what people read and change in a table. */
  part?: string;
  /** The kind of record whose name stands here, beside the uuid. */
  names?: string;
};

/** The custom fields that have no column of their own, as JSON. */
export const OTHER_CUSTOM = 'other_custom_fields';

/**
 * The columns of an exported file, in order, but for those of custom fields, which stand before the
 * times. All that is in a record is in one of them. A list has a column with all of it, and then
 * those of its first entry.
 */
export function exportColumns(definition: RecordDefinition): ExportColumn[] {
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  return [
    { name: 'uuid', field: 'uuid' },
    { name: 'account_uuid', field: 'account_uuid' },
    { name: 'account_name', field: 'account_uuid', names: 'account' },
    { name: 'version', field: 'version' },
    ...fields.flatMap(([name, field]) => columnsOf(definition, name, field)),
    { name: 'created_at', field: 'created_at' },
    { name: 'updated_at', field: 'updated_at' },
  ];
}

function columnsOf(definition: RecordDefinition, name: string, field: RecordField): ExportColumn[] {
  const { in_file } = VALUE_TYPES[field.type];
  if (in_file === 'keys') return [{ name: OTHER_CUSTOM, field: name }];
  const whole: ExportColumn = { name, field: name };
  if (field.to) return [whole, { name: nameColumn(name), field: name, names: field.to }];
  if (isLinks(field)) {
    const to = field.resources!.length === 1 ? field.resources![0]! : 'record';
    return [whole, { name: `${to}_name`, field: name, names: to }];
  }
  if (in_file === undefined) return [whole];
  const parts = Object.entries(definition.csv_columns as Record<string, CsvFieldOf>).filter(
    ([, column]) => column.field === name && column.part !== null,
  );
  return [whole, ...parts.map(([column, { part }]) => ({ name: column, field: name, part: part! }))];
}

function nameColumn(field: string): string {
  return field.replace(/(_uuid)?$/, '_name');
}

/** True for the header of a file that `GET /{kind}.csv` wrote. No other has these three. */
export function isOurs(header: string[]): boolean {
  return ['uuid', 'account_uuid', 'version'].every((name) => header.includes(name));
}

/**
 * How an import reads a column of a file of ours: the CSV field, or a field as a whole. Null for a
 * column that it leaves out, because it only shows something. Undefined for a custom field.
 */
export function readColumn(
  definition: RecordDefinition,
  name: string,
): { field: string; whole?: true } | null | undefined {
  const column = exportColumns(definition).find((column) => column.name === name);
  if (column === undefined) return undefined;
  const field: RecordField | undefined = definition.fields[column.field];
  if (field === undefined || column.names) return null;
  const { in_file } = VALUE_TYPES[field.type];
  if (in_file === 'keys' || (in_file === 'whole' && !column.part))
    return { field: column.field, whole: true };
  return Object.hasOwn(definition.csv_columns, name) ? { field: name } : null;
}
