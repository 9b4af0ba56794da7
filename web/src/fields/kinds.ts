import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { KIND_NAMES } from '../texts/kind-names.ts';
import type { RecordData } from './data.ts';

/** A kind: its names, and the path of its pages. */
export type Kind = {
  resource: string;
  /** `Client`, in the language of the page */
  one: string;
  /** `Clients`, in the language of the page */
  label: string;
  /** The path of its pages: its plural. */
  path: string;
  /** The field that names a record. */
  title: string;
  /** True for a kind whose records are texts without a title. */
  isText: boolean;
};

const DEFINITIONS: readonly RecordDefinition[] = RECORDS;

const KINDS = new Map(
  DEFINITIONS.map(({ name, title, plural, path, named_by, fields }) => [
    name as string,
    {
      resource: name as string,
      one: KIND_NAMES[name]?.one ?? title,
      label: KIND_NAMES[name]?.many ?? capital(plural),
      path: path.replace('/api/v2', ''),
      title: named_by,
      isText: (fields as Record<string, RecordField>)[named_by]!.format === 'markdown',
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
 * The menu leaves out texts, because they are read on the pages of other records. The palette finds
 * their list.
 */
export const KINDS_IN_MENU = KINDS_WITH_PAGES.filter(({ isText }) => !isText);

/**
 * True when the kind has pages. The search leaves other kinds out, because each result leads to a
 * page.
 */
export function hasPages({ searchable = true }: RecordDefinition): boolean {
  return searchable;
}

/** Returns the name of a record. A record that is a text is named by its first line. */
export function nameOf(record: RecordData, field: string): string {
  const text = String(record[field] ?? '');
  return TEXTS.has(field) ? firstLineOf(text) : text;
}

/** The fields with the texts that name records. */
const TEXTS = new Set([...KINDS.values()].filter(({ isText }) => isText).map(({ title }) => title));

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
