import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordData } from './data.ts';

/** What a page must know of a kind to name its records and lead to them. */
export type Kind = {
  resource: string;
  /** `Client` */
  one: string;
  /** `Clients` */
  label: string;
  /** The path of its pages: `/clients`. */
  path: string;
  /** The field that names a record. */
  title: string;
};

const DEFINITIONS: readonly RecordDefinition[] = RECORDS;

const KINDS = new Map(
  DEFINITIONS.map(({ name, title, plural, path, named_by }) => [
    name as string,
    {
      resource: name as string,
      one: title,
      label: capital(plural),
      path: path.replace('/api/v2', ''),
      title: named_by,
    },
  ]),
);

/**
 * The kind of this name; undefined for one that the pages do not know, such as a newer service's.
 */
export function kindNamed(resource: string): Kind | undefined {
  return KINDS.get(resource);
}

/** The kinds with pages of their own, in the order of menus. Others stand on the pages of these. */
export const KINDS_WITH_PAGES = DEFINITIONS.filter(hasPages).map(({ name }) => KINDS.get(name)!);

/** Notes are read beside what they are about; the palette leads to the page of all. */
export const KINDS_IN_MENU = KINDS_WITH_PAGES.filter(({ resource }) => resource !== 'note');

/** A kind that search does not find has no page that a hit could lead to. */
export function hasPages({ searchable = true }: RecordDefinition): boolean {
  return searchable;
}

/** The name of a record: the first line of a longer text, without the signs of Markdown. */
export function nameOf(record: RecordData, field: string): string {
  const text = String(record[field] ?? '');
  if (!text.includes('\n') && text.length <= NAME_MAX_LENGTH) return text;
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const plain = line.replace(/^[#>*\-\s]+/, '').replace(/[*_`]/g, '');
  return plain.length > NAME_MAX_LENGTH ? `${plain.slice(0, NAME_MAX_LENGTH)}…` : plain;
}

/** As long as the names of records may be. */
const NAME_MAX_LENGTH = 200;

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
}
