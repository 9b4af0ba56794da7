import { request } from '../../api/request.ts';
import { download, toCsv } from '../csv.ts';
import type { RecordData } from '../data.ts';
import { type ListSearch, listParameters, pageAddress, type RecordsPage } from '../list.ts';
import { type Names, readNames } from '../names.ts';
import type { RecordView } from '../view.ts';

/** Columns of an exported file that an import leaves out. */
export const EXPORT_ONLY: string[] = [
  'owner_name',
  'account_name',
  'created_at',
  'updated_at',
  'other_custom_fields',
  // The column in a file of rows that an import refused.
  'error',
];

/**
 * Reads all records of the list and saves them as a file in the browser. Returns their number.
 * `onRead` receives the number of records read so far.
 */
export async function exportRecords(
  view: RecordView,
  search: ListSearch,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<number> {
  const names = await readNames();
  const found: RecordData[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const address = pageAddress(view, listParameters(search), cursor, false);
    const page: RecordsPage = await request('GET', address, { signal });
    found.push(...page.data);
    onRead(found.length);
    cursor = page.next_cursor;
  }
  if (found.length > 0) download(`${view.list.name}.csv`, toCsv(exportTable(view, found, names)));
  return found.length;
}

/**
 * Returns the header and a line for each record. First come the fields that an import knows, so
 * that the file can be imported again. Then come the custom fields, and the columns that an import
 * leaves out.
 */
function exportTable(view: RecordView, records: RecordData[], names: Names): string[][] {
  const fields = Object.keys(view.import_fields ?? {}).filter((field) => field !== 'custom');
  const fixed = [...fields, ...EXPORT_ONLY];
  const keys = [
    ...new Set(
      records.flatMap(({ custom }) => Object.keys(custom).filter((key) => isOwn(custom, key, fixed))),
    ),
  ];
  const rows = records.map((record) => [
    ...fields.map((field) => cellOf(view, record, field)),
    ...keys.map((key) => (isOwn(record.custom, key, fixed) ? String(record.custom[key]) : '')),
    (record.owner_uuid && names[record.owner_uuid]) || '',
    names[record.account_uuid] ?? '',
    record.created_at,
    record.updated_at,
    otherCustom(record, fixed),
  ]);
  return [[...fields, ...keys, ...EXPORT_ONLY.filter((name) => name !== 'error')], ...rows];
}

/** The API's limit for the name of a column. */
const NAME_MAX_LENGTH = 200;

/**
 * Returns the value for a column. Of a list it is the first entry, which is also the one that an
 * import sets.
 */
function cellOf(view: RecordView, record: RecordData, column: string): string {
  const { field, pointer } = view.csv_columns[column]!;
  if (field === 'tags') return record.tags.join(', ');
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((within, part) => (within as Record<string, unknown> | null)?.[part], record);
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/** Returns the custom fields without a column of their own, as JSON. */
function otherCustom({ custom }: RecordData, fixed: string[]): string {
  const others = Object.entries(custom).filter(([key]) => !isOwn(custom, key, fixed));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}

/**
 * True when an import would give the custom field the same name and text. Only such a field has a
 * column of its own.
 */
function isOwn(custom: RecordData['custom'], key: string, fixed: string[]): boolean {
  const isName = key !== '' && key.trim() === key && key.length <= NAME_MAX_LENGTH && key !== '__proto__';
  return typeof custom[key] === 'string' && isName && !fixed.includes(key);
}
