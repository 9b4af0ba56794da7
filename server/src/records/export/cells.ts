import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { CrmRecord } from '../kind.ts';
import { VALUE_TYPES } from '../value-types.ts';
import { exportColumns, OTHER_CUSTOM } from './columns.ts';

/** The names of records by kind and uuid, such as `client 01a0…`. */
export type Names = ReadonlyMap<string, string>;

/** What a column of custom fields can be called. An import refuses other names. */
const NAME_MAX_LENGTH = 200;

/**
 * Makes the header and the function that writes a record as cells. `keys` are the custom fields
 * with a column of their own.
 */
export function cellsOf(
  definition: RecordDefinition,
  keys: string[],
): { header: string[]; cells: (record: CrmRecord, names: Names) => string[] } {
  const columns = exportColumns(definition);
  const at = columns.findIndex(({ name }) => name === OTHER_CUSTOM) + 1;
  const own = keys.filter((key) => mayBeColumn(definition, key));
  const fields = definition.fields as Record<string, RecordField>;
  const header = columns.map(({ name }) => name).toSpliced(at, 0, ...own);
  const cells = (record: CrmRecord, names: Names) => {
    const values = columns.map(({ name, field, part, names: resource }) => {
      const value = (record as unknown as Record<string, unknown>)[field];
      if (resource) return namesOf(resource, value, names);
      if (name === OTHER_CUSTOM) return otherCustom(record, own);
      if (part) return textOf((value as Record<string, unknown>[])[0]?.[part]);
      const { toCell = textOf } = fields[field] ? VALUE_TYPES[fields[field].type] : {};
      return toCell(value as never);
    });
    return values.toSpliced(
      at,
      0,
      ...own.map((key) => (isOwn(record, key) ? String(record.custom[key]) : '')),
    );
  };
  return { header, cells };
}

/** True when an import would give the custom field the same name again. */
function mayBeColumn(definition: RecordDefinition, key: string): boolean {
  const isName = key !== '' && key.trim() === key && key.length <= NAME_MAX_LENGTH && key !== '__proto__';
  return isName && !exportColumns(definition).some(({ name }) => name === key);
}

/** True when an import would give the custom field the same text: an empty cell says nothing. */
function isOwn({ custom }: CrmRecord, key: string): boolean {
  return typeof custom[key] === 'string' && custom[key] !== '';
}

function otherCustom(record: CrmRecord, own: string[]): string {
  const others = Object.entries(record.custom).filter(([key]) => !own.includes(key) || !isOwn(record, key));
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
