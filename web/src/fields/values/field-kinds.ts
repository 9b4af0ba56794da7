import type { Money } from '@rapport/contract/records/declared-fields';
import type { KeyboardEvent } from 'react';
import { sayDay } from '../../layout/say-day.ts';
import type { Choices } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { dayFault } from './day-text.ts';
import type { Field } from './field.ts';
import { amountFault, measureFault, numberFault, numberFrom } from './number-faults.ts';
import { toTyped } from './numbers.ts';
import {
  type Address,
  addressesFrom,
  isAddress,
  type Point,
  pointsFrom,
  readRows,
  toPointsText,
  toRowsText,
} from './rows.ts';
import { dueOf, sayAmount, sayDate, sayDue, sayNumber } from './say.ts';
import { sayCountry } from './standard-choices.ts';

/**
 * A kind of field: how its value becomes text to show or edit, and how typed text becomes a value.
 */
export type FieldKind = {
  toText: (value: never) => string;
  fromText: (text: string, before: never) => unknown;
  /**
   * Returns the fault of the typed text, or null, before it is sent. `before` is the record before
   * the change.
   */
  fault?: (text: string, before: RecordData) => string | null;
  /** Returns the shown text, if it differs from the typed one. */
  toShow?: (value: never) => string;
  isMultiline?: boolean;
  /** The number of lines of an empty input. */
  minRows?: number;
  /** The special input of the kind, instead of one for text. Its content is also kept as text. */
  input?: 'points' | 'addresses' | 'date' | 'reference' | 'links' | 'choices' | 'money' | 'tags';
  /** The field, for inputs that need its details. */
  field?: Field;
  isClearable?: boolean;
  choices?: Choices;
  /** True when the User can search the choices, because there are many. */
  isSearchable?: boolean;
  hint?: string;
};

/** One line of text. A name is never null. */
export function line({ isRequired }: Field): FieldKind {
  return {
    toText: (value: string | null) => value ?? '',
    fromText: (typed) => typed.trim() || (isRequired ? '' : null),
  };
}

export const points: FieldKind = {
  toText: toPointsText,
  fromText: pointsFrom,
  fault: (typed) => labelFault(typed, ({ value }) => value),
  toShow: (value: Point[]) => value.map((point) => point.value).join('\n'),
  input: 'points',
};

export const addresses: FieldKind = {
  toText: toRowsText,
  fromText: addressesFrom,
  fault: (typed) => labelFault(typed, (row) => isAddress(row as Address)),
  toShow: (value: Address[]) => value.map(sayAddress).join('\n'),
  input: 'addresses',
};

/** Returns the fault of a line that has a label and nothing else, which would be lost. */
function labelFault(typed: string, isThere: (row: Row) => unknown): string | null {
  const isLone = (row: Row) => row.label?.trim() && !isThere(row);
  return readRows<Row>(typed).some(isLone) ? records.labelOfNone : null;
}

type Row = { value: string; label?: string };

/** Returns an address in one line. */
function sayAddress(address: Address): string {
  const { street, postal_code, city, region, country } = address;
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [street, place, region, country && sayCountry(country)].filter(Boolean).join(', ');
}

export const tags: FieldKind = {
  toText: (value: string[]) => value.join('\n'),
  fromText: toTags,
  input: 'tags',
};

/** Returns the tags of an input, one a line, each once. */
export function toTags(typed: string): string[] {
  const names = typed.split('\n').map((tag) => tag.trim());
  return [...new Set(names.filter(Boolean))];
}

export const notes: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => (typed.trim() === '' ? null : typed),
  isMultiline: true,
  minRows: 5,
  hint: records.notesHint,
};

export const choice: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => typed || null,
};

/** One of the many values of a standard. */
export const standard: FieldKind = { ...choice, isClearable: true, isSearchable: true };

export const member: FieldKind = { ...choice, isClearable: true };

/** A whole number, such as a probability. */
export const number: FieldKind = {
  toText: toTyped,
  fromText: (typed) => {
    const value = numberFrom(typed);
    return value === null ? null : Number(value);
  },
  fault: (typed) => numberFault(typed, 0),
};

/** A number with any decimals. */
export const measure: FieldKind = {
  toText: toTyped,
  fromText: number.fromText,
  fault: (typed) => measureFault(typed),
  toShow: (value: number | null) => (value === null ? '' : sayNumber(value)),
};

/** An amount, with the decimals of the record's currency. */
export function decimal({ currency = '' }: Field): FieldKind {
  return {
    toText: toTyped,
    fromText: numberFrom,
    fault: (typed, before) => amountFault(typed, before[currency]),
    toShow: (value: string | null) => sayAmount(value, null),
  };
}

/** An amount with its currency. Its text is JSON with the amount as typed. */
export const money: FieldKind = {
  toText: (value: Money | null) =>
    value === null ? '' : JSON.stringify({ ...value, amount: toTyped(value.amount) }),
  fromText: (text) => {
    const { amount, currency } = readMoney(text);
    return amount.trim() === '' ? null : { amount: numberFrom(amount), currency };
  },
  fault: (text) => {
    const { amount, currency } = readMoney(text);
    if (amount.trim() === '') return null;
    return amountFault(amount, currency) ?? (currency === '' ? records.noCurrency : null);
  },
  toShow: (value: Money | null) => (value === null ? '' : sayAmount(value.amount, value.currency)),
  input: 'money',
};

/** Returns the amount and the currency in the text of an input. Any other text is an amount. */
export function readMoney(text: string): Money {
  if (!text.startsWith('{')) return { amount: text, currency: '' };
  return JSON.parse(text) as Money;
}

export const time: FieldKind = {
  ...choice,
  toShow: (value: string | null) => (value ? sayDay(value) : ''),
};

/** A day, or a day with a time if another field of the record keeps it. */
export function day({ time }: Field): FieldKind {
  const say = time === undefined ? sayDate : sayDue;
  return {
    ...choice,
    fault: (typed) => dayFault(typed, time !== undefined),
    toShow: (value: string | null) => (value ? say(value) : ''),
    input: 'date',
  };
}

/** A time that people type, such as "fri 9:00". A day alone is its beginning. */
export const moment: FieldKind = {
  ...choice,
  fromText: (typed) => (/^\d{4}-\d\d-\d\d$/.test(typed) ? dueOf(`${typed} 00:00:00`) : typed || null),
  fault: (typed) => dayFault(typed, true),
  toShow: (value: string | null) => (value ? sayDue(value) : ''),
  input: 'date',
};

/**
 * A choice of the Account, which may be left empty. Archived ones are still called by their name.
 */
export function ownChoice({ choices = {} }: Field): FieldKind {
  return {
    ...choice,
    isClearable: true,
    toShow: (value: string | null) => (value === null ? '' : (choices[value] ?? value)),
  };
}

/** Several choices. The keys have no commas. */
export function severalChoices({ choices = {} }: Field): FieldKind {
  return {
    toText: (keys: string[] | null) => (keys ?? []).join(','),
    fromText: (text) => (text === '' ? null : text.split(',')),
    toShow: (keys: string[] | null) => (keys ?? []).map((key) => choices[key] ?? key).join(', '),
    input: 'choices',
  };
}

export const longText: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => (typed.trim() === '' ? null : typed),
  isMultiline: true,
  minRows: 3,
};

/** The address of a page. Without its beginning, it is one that is protected. */
export const page: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => {
    const text = typed.trim();
    return text === '' ? null : /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  },
};

/** Yes, no or neither. */
export const answer: FieldKind = {
  toText: (value: boolean | null) => (value === null ? '' : String(value)),
  fromText: (typed) => (typed === '' ? null : typed === 'true'),
  choices: { true: records.yes, false: records.no },
  isClearable: true,
};

export const boolean: FieldKind = {
  toText: (value: boolean) => String(value),
  fromText: (typed) => typed === 'true',
  choices: { true: records.yes, false: records.no },
};

export const reference: FieldKind = { ...choice, input: 'reference' };

export const links: FieldKind = {
  toText: (value: object[]) => JSON.stringify(value),
  fromText: linksFrom,
  fault: linksFault,
  toShow: () => '',
  input: 'links',
};

/** Returns the fault of typed details: a day that is none, or details of no record. */
function linksFault(typed: string): string | null {
  const rows = readRows<Record<string, unknown> & { value: string }>(typed);
  const isOfNone = rows.some((row) => {
    const details = Object.entries(row).filter(([, value]) => value);
    return details.length > 0 && !details.some(([name]) => name.endsWith('uuid'));
  });
  if (isOfNone) return records.linkOfNone;
  return rows.map(({ ended_on }) => dayFault(String(ended_on ?? ''), false)).find(Boolean) ?? null;
}

/** Returns the links that name a record, without their empty properties. */
function linksFrom(typed: string): object[] {
  const rows = readRows<Record<string, unknown> & { value: string }>(typed);
  return rows
    .filter((row) => Object.entries(row).some(([name, value]) => name.endsWith('uuid') && value))
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null)),
    );
}

/** The properties of an input with rows. */
export type FieldInputProps = {
  id: string;
  label: string;
  text: string;
  /** Messages by the place in the value, such as `0/value`. A message about no input is at ''. */
  errors: Record<string, string>;
  isDisabled: boolean;
  /** True for a single input, which takes the focus. */
  isAlone?: boolean | undefined;
  /** The Account whose records can be linked. */
  account_uuid?: string | null | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  field?: Field | undefined;
};
