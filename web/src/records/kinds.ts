import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordData } from './data.ts';

/** A kind: its names, and the path of its pages. */
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

/** Returns the kind of this name. Undefined for a kind that only a newer service knows. */
export function kindNamed(resource: string): Kind | undefined {
  return KINDS.get(resource);
}

/**
 * The kinds with pages of their own, in the order of menus. Other kinds appear on the pages of
 * these.
 */
export const KINDS_WITH_PAGES = DEFINITIONS.filter(hasPages).map(({ name }) => KINDS.get(name)!);

/**
 * The menu leaves out notes, because they are read on the pages of other records. The palette finds
 * their list.
 */
export const KINDS_IN_MENU = KINDS_WITH_PAGES.filter(({ resource }) => resource !== 'note');

/**
 * True when the kind has pages. The search leaves other kinds out, because each result leads to a
 * page.
 */
export function hasPages({ searchable = true }: RecordDefinition): boolean {
  return searchable;
}

/** Returns the name of a record. A Note is named by its text. */
export function nameOf(record: RecordData, field: string): string {
  const text = String(record[field] ?? '');
  return field === NOTE_NAME ? firstLineOf(text) : text;
}

const NOTE_NAME = KINDS.get('note')!.title;

/** Returns the first line of a text, without signs of Markdown. */
export function firstLineOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  // An underscore within a word is a part of it.
  const plain = line.replace(/^[#>*\-\s]+/, '').replace(/[*`]|(?<!\w)_+|_+(?!\w)/g, '');
  return plain.length > NAME_MAX_LENGTH ? `${plain.slice(0, NAME_MAX_LENGTH)}…` : plain;
}

/** The API's limit for names. */
const NAME_MAX_LENGTH = 200;

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
}
