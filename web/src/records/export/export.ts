import { request } from '../../api/request.ts';
import { download, toCsv } from '../csv.ts';
import type { RecordData } from '../data.ts';
import { type ListSearch, listParameters, pageAddress, type RecordsPage } from '../list.ts';
import { type Names, readNames } from '../names.ts';
import type { RecordView } from '../view.ts';

/** Columns of our files that are only for reading; an import of such a file leaves them out. */
export const EXPORT_ONLY: string[] = [
  'owner_name',
  'account_name',
  'created_at',
  'updated_at',
  'other_custom_fields',
  // For the rows that an import refused.
  'error',
];

/**
 * Reads all that the list finds, and gives the browser a file of it; their number. `onRead` hears
 * how far it is.
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
 * The records as a table, names of the columns first. One column for each field that an import
 * knows, so that the file can be imported as it is; then one for each custom field; then those only
 * for reading.
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

/** An import sets the first entry of a list, so the column holds the first. */
function cellOf(view: RecordView, record: RecordData, column: string): string {
  const { field, pointer } = view.csv_columns[column]!;
  if (field === 'tags') return record.tags.join(', ');
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((within, part) => (within as Record<string, unknown> | null)?.[part], record);
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/** Values that would come back changed, or under another name, are only for reading. */
function otherCustom({ custom }: RecordData, fixed: string[]): string {
  const others = Object.entries(custom).filter(([key]) => !isOwn(custom, key, fixed));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}

/**
 * Whether a custom field has a column of its own: it does if an import would make the same text and
 * name of it.
 */
function isOwn(custom: RecordData['custom'], key: string, fixed: string[]): boolean {
  const isName = key !== '' && key.trim() === key && key.length <= NAME_MAX_LENGTH && key !== '__proto__';
  return typeof custom[key] === 'string' && isName && !fixed.includes(key);
}
