import type { Client } from '@rapport/contract/clients';
import { clients, KIND_LABELS, STATUS_LABELS } from '../texts/clients.ts';
import type { FieldName } from './record.ts';

/** How a field is shown as text, typed as text, and read back. */
export type FieldKind = {
  toText: (value: never) => string;
  fromText: (text: string, before: never) => unknown;
  /** What is wrong with what was typed, where that can be told before it is sent; `before` is the Client as it was. */
  fault?: (text: string, before: Client) => string | null;
  /** As it is shown, where that differs from how it is typed. */
  toShow?: (value: never) => string;
  isMultiline?: boolean;
  choices?: Record<string, string>;
  hint?: string;
};

type Point = { value: string; label?: string; primary?: boolean };
type Address = Client['addresses'][number];

const text: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => typed.trim() || null,
};

const points: FieldKind = {
  toText: (value: Point[]) => value.map((point) => point.value).join('\n'),
  // An entry that stays, or is corrected, keeps its label and whether it is the primary one.
  fromText: (typed, before: Point[]) => {
    const values = lines(typed);
    const old = before.map((point) => point.value);
    const oldPlaces = placesOf(old, values);
    const stoodAt = new Map(before.map((point, index) => [oldPlaces[index], point]));
    return placesOf(values, old).map((place, index) => ({ ...stoodAt.get(place), value: values[index]! }));
  },
  isMultiline: true,
  hint: clients.listHint,
};

const ADDRESS_PARTS = ['street', 'postal_code', 'city', 'region', 'country'] as const;

/** The first address, a line a part; the others stay as they are. */
const addresses: FieldKind = {
  toText: ([first]: Address[]) => (first ? ADDRESS_PARTS.map((part) => first[part] ?? '').join('\n') : ''),
  fromText: (typed, [first, ...others]: Address[]) => {
    const values = typed.split('\n').map((line) => line.trim());
    if (values.every((value) => value === '')) return others;
    const parts = ADDRESS_PARTS.map((part, index) => [part, values[index] ?? ''] as const);
    const given = Object.fromEntries(parts.filter(([, value]) => value !== ''));
    const { label, primary } = first ?? {};
    return [{ ...(label && { label }), ...(primary && { primary }), ...given }, ...others];
  },
  toShow: (value: Address[]) =>
    value
      .map((address) =>
        ADDRESS_PARTS.map((part) => address[part])
          .filter(Boolean)
          .join(', '),
      )
      .join('\n'),
  isMultiline: true,
  hint: clients.addressHint,
};

const tags: FieldKind = {
  toText: (value: string[]) => value.join(', '),
  fromText: toTags,
  hint: clients.tagsHint,
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

/** The address of a website as it was typed, with https where no scheme was; null when nothing was. */
export function toWebsite(typed: string): string | null {
  const address = typed.trim();
  if (address === '') return null;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

/** The fields of the record page, in their order. */
export const FIELDS: [FieldName, FieldKind][] = [
  ['name', { toText: (value: string) => value, fromText: (typed) => typed.trim() }],
  ['status', choice(STATUS_LABELS)],
  ['kind', choice(KIND_LABELS)],
  ['first_name', text],
  ['last_name', text],
  ['emails', points],
  ['phones', points],
  ['website', website],
  ['domain', text],
  ['addresses', addresses],
  ['industry', text],
  ['tags', tags],
  ['owner_uuid', { ...choice({}), fromText: (typed) => typed || null }],
  ['external_id', text],
  ['tax_number', text],
  ['language', text],
  ['currency', { ...text, fromText: (typed) => typed.trim().toUpperCase() || null }],
];

/** How a field of the record page is typed and read. */
export function kindOf(field: string): FieldKind {
  return FIELDS.find(([name]) => name === field)![1];
}

export const NOTES: FieldKind = {
  toText: (value: string | null) => value ?? '',
  fromText: (typed) => (typed.trim() === '' ? null : typed),
  isMultiline: true,
  hint: clients.notesHint,
};

function choice(choices: Record<string, string>): FieldKind {
  return { toText: (value: string | null) => value ?? '', fromText: (typed) => typed, choices };
}

/**
 * Where each value stands: one that is among `others` by itself, each of the rest by the one of those before it. What is replaced where it
 * stands has the same place before and after.
 */
function placesOf(values: string[], others: string[]): string[] {
  let last = '';
  let after = 0;
  return values.map((value) => {
    const stays = others.includes(value);
    last = stays ? value : last;
    after = stays ? 0 : after + 1;
    return `${after} after ${last}`;
  });
}

function lines(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
