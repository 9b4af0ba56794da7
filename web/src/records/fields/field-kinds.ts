import type { KeyboardEvent } from 'react';
import { sayDay } from '../../layout/say-day.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import type { Field, FieldType } from './field.ts';
import { type Address, addressesFrom, type Point, pointsFrom, readRows, toRowsText } from './rows.ts';
import { sayAmount, sayDate, sayDue } from './say.ts';
import { type Choices, choicesOf, sayCountry } from './standard-choices.ts';
import { toDecimal } from './to-decimal.ts';

/** How a field is shown as text, typed as text, and read back. */
export type FieldKind = {
  toText: (value: never) => string;
  fromText: (text: string, before: never) => unknown;
  /**
   * What is wrong with the typed text, if that is known before it is sent; `before` is the record
   * as it was.
   */
  fault?: (text: string, before: RecordData) => string | null;
  /** As it is shown, where that differs from how it is typed. */
  toShow?: (value: never) => string;
  isMultiline?: boolean;
  /** Rows of its input. */
  minRows?: number;
  /** An input of its own instead of one for text; what is typed in it is one text, too. */
  input?: 'points' | 'addresses' | 'date' | 'reference' | 'links';
  /** Details of the field that such an input needs. */
  field?: Field;
  isClearable?: boolean;
  choices?: Choices;
  /** One types to find one of many choices. */
  isSearchable?: boolean;
  hint?: string;
};

const text: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => typed.trim() || null,
};

const points: FieldKind = {
  toText: toRowsText,
  fromText: pointsFrom,
  toShow: (value: Point[]) => value.map((point) => point.value).join('\n'),
  input: 'points',
};

const addresses: FieldKind = {
  toText: toRowsText,
  fromText: addressesFrom,
  toShow: (value: Address[]) => value.map(sayAddress).join('\n'),
  input: 'addresses',
};

/** An address in one line. */
export function sayAddress(address: Address): string {
  const { street, postal_code, city, region, country } = address;
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [street, place, region, country && sayCountry(country)].filter(Boolean).join(', ');
}

const tags: FieldKind = {
  toText: (value: string[]) => value.join(', '),
  fromText: toTags,
  hint: records.tagsHint,
};

/** The tags as they were typed, each once. */
export function toTags(typed: string): string[] {
  const names = typed.split(',').map((tag) => tag.trim());
  return [...new Set(names.filter(Boolean))];
}

const website: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: toWebsite,
};

/** The typed address of a website, with https if it has no scheme; null when nothing was typed. */
export function toWebsite(typed: string): string | null {
  const address = typed.trim();
  if (address === '') return null;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

const notes: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => (typed.trim() === '' ? null : typed),
  isMultiline: true,
  minRows: 5,
  hint: records.notesHint,
};

const choice: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => typed || null,
};

const KINDS: Record<FieldType, FieldKind> = {
  text,
  markdown: notes,
  choice,
  tags,
  emails: points,
  phones: points,
  addresses,
  website,
  language: { ...choice, isClearable: true, isSearchable: true },
  currency: { ...choice, isClearable: true, isSearchable: true },
  user: { ...choice, isClearable: true },
  named: choice,
  time: { ...choice, toShow: (value: string | null) => (value ? sayDay(value) : '') },
  date: { ...choice, toShow: (value: string | null) => (value ? sayDate(value) : ''), input: 'date' },
  number: {
    toText: (value: number | null) => (value === null ? '' : String(value)),
    fromText: (typed) => (typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'))),
    fault: (typed) => (Number.isNaN(Number(typed.trim().replace(',', '.'))) ? records.noNumber : null),
  },
  decimal: {
    toText: (value: string | null) => value ?? '',
    fromText: toDecimal,
    fault: (typed) => (toDecimal(typed) === undefined ? records.noNumber : null),
    toShow: (value: string | null) => sayAmount(value, null),
  },
  boolean: {
    toText: (value: boolean) => String(value),
    fromText: (typed) => typed === 'true',
    choices: { true: records.yes, false: records.no },
  },
  reference: { ...choice, input: 'reference' },
  links: {
    toText: (value: object[]) => JSON.stringify(value),
    fromText: linksFrom,
    toShow: () => '',
    input: 'links',
  },
};

/** The links that name a record, without what is blank. */
function linksFrom(typed: string): object[] {
  const rows = readRows<Record<string, unknown> & { value: string }>(typed);
  return rows
    .filter((row) => Object.entries(row).some(([name, value]) => name.endsWith('uuid') && value))
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null)),
    );
}

/**
 * How a field is typed and read. `choices` are those that only the page knows, such as the members
 * of an Account.
 */
export function kindOf(field: Field, choices: Choices | undefined = choicesOf(field)): FieldKind {
  const kind = KINDS[field.type];
  const isName = field.type === 'text' && field.isRequired;
  return {
    ...kind,
    field,
    ...(field.time && { toShow: (value: string | null) => (value ? sayDue(value) : '') }),
    ...(isName && { fromText: (typed: string) => typed.trim() }),
    ...(choices && { choices }),
  };
}

/** What an input in rows gets. */
export type FieldInputProps = {
  id: string;
  label: string;
  text: string;
  /** By the place in the value, such as `0/value`; at '' what belongs to no input. */
  errors: Record<string, string>;
  isDisabled: boolean;
  /** An input alone takes the focus. */
  isAlone?: boolean | undefined;
  /** Whose records can be linked. */
  account_uuid?: string | null | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  field?: Field | undefined;
};
