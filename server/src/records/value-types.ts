import { decimalsOf } from '@rapport/contract/currencies';
import type { Money } from '@rapport/contract/records/declared-fields';
import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import type { Share } from '@rapport/contract/records/share-fields';
import { trimmed, withoutUnseen, withPlainBreaks } from '@rapport/contract/unseen';
import type { TSchema } from 'typebox';
import { inJsonbOrder } from '../platform/database/jsonb-order.ts';
import { readTimestamptz } from '../platform/database/statements.ts';
import { domainIn } from '../platform/host-name.ts';
import { joinTags, splitTags } from '../platform/sheets/tags.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { bothAddresses, bothLinks, bothPoints, bothShares, bothTags } from './both.ts';
import {
  type Cell,
  dayFrom,
  firstWith,
  numberFrom,
  pointFrom,
  timeFrom,
  withLink,
  yesOrNoFrom,
} from './cell-values.ts';
import { type Beside, type Unclear, unclearDay, unclearNumber, unclearPoint } from './unclear.ts';
import {
  addressFaults,
  customFaults,
  decimalFaults,
  type FaultsOf,
  linkFaults,
  pointFaults,
  shareFaults,
  stageFaults,
  tagFaults,
  textFaults,
} from './value-faults.ts';
import { withScheme } from './web-address.ts';

/** What the verbs, the answers and the import need to know of the values of one type. */
type ValueType = {
  /**
   * A value as it is kept. One-line texts lose the space around them: nobody sees it, and no filter
   * would find it. Texts are in Unicode's composed form (NFC), so that one text has one spelling.
   */
  kept: (value: never, field: RecordField) => unknown;
  /** The faults of a value beyond its schema. */
  faults?: FaultsOf;
  /** The function that writes PostgreSQL's text of a value other than null as JSON. */
  writer: (schema: TSchema, field?: RecordField) => (text: string) => string;
  /** The value that the cell of a file means. Text that means none is left to the schema. */
  fromCell: (text: string, field: RecordField, cell: Cell) => unknown;
  /** What is unclear in the text of a cell, where nobody can be asked. */
  unclear?: (text: string, field: RecordField, beside: Beside) => Unclear | null;
  /** The text of the cell of a file; the value as JSON or as it is when left out. */
  toCell?: (value: never) => string;
  /**
   * How a list or an object stands in a file: `whole`, as JSON beside columns of its parts, or
   * `keys`, with columns of its own keys.
   */
  in_file?: 'whole' | 'keys';
  /** Several columns of a file fill the value, each with an entry of it. */
  several?: true;
  /** The value after a merge of two records. Left out: the first that is there. */
  both?: (mine: never, theirs: never, field: RecordField) => unknown;
};

/** The types of the fields of records. A new type is a row here and one in `list-types.ts`. */
export const VALUE_TYPES: Record<FieldType, ValueType> = {
  text: { kept: keptLine, faults: textFaults, writer: () => JSON.stringify, fromCell: asIs },
  // People write "Lead" in a table. The schema says whether the value exists.
  choice: { kept: keptText, writer: () => quoted, fromCell: (text) => text.toLowerCase() },
  date: { kept: keptText, writer: () => quoted, fromCell: dayFrom, unclear: unclearDay },
  time: {
    kept: (value: string) => toApiTime(new Date(value)),
    writer: () => (text) => quoted(readTimestamptz(text)),
    fromCell: timeFrom,
    unclear: unclearDay,
  },
  number: {
    kept: (value: string | number, { decimals }) =>
      decimals === undefined ? value : asDecimal(value, decimals),
    faults: decimalFaults,
    writer: (_, field) => (field?.decimals ? quoted : asIs),
    fromCell: numberFrom,
    unclear: unclearNumber,
  },
  money: {
    kept: ({ amount, currency }: Money) => ({ amount: asDecimal(amount, decimalsOf(currency)), currency }),
    writer: writerOfJson,
    fromCell: asIs,
  },
  choices: {
    kept: (value: string[]) => [...new Set(value)],
    writer: writerOfJson,
    fromCell: (text) => splitTags(text).map((one) => one.toLowerCase()),
  },
  boolean: {
    kept: asIs,
    writer: () => (text) => (text === 't' ? 'true' : 'false'),
    fromCell: yesOrNoFrom,
    both: (mine: boolean | null, theirs) => mine || theirs,
  },
  uuid: {
    kept: (value: string) => value.toLowerCase(),
    writer: () => quoted,
    fromCell: (_, { to }, { named }) => named(to!),
  },
  tags: {
    kept: (value: string[]) => [...new Set(value.map(tidied))],
    faults: tagFaults,
    writer: () => asIs,
    fromCell: splitTags,
    toCell: joinTags,
    both: bothTags,
  },
  points: {
    kept: (value: { value: string }[], field) =>
      keptText(
        value.map((point) => ({ ...point, value: withoutUnseen(point.value) })),
        field,
      ),
    faults: pointFaults,
    writer: writerOfJson,
    fromCell: pointFrom,
    unclear: unclearPoint,
    in_file: 'whole',
    several: true,
    both: bothPoints,
  },
  addresses: {
    kept: keptText,
    faults: addressFaults,
    writer: writerOfJson,
    fromCell: firstWith,
    in_file: 'whole',
    both: bothAddresses,
  },
  links: {
    kept: (value: Link[], field) => value.map((link) => asLink(field, link)),
    faults: linkFaults,
    writer: () => asIs,
    fromCell: (_, field, cell) => withLink(field, cell),
    in_file: 'whole',
    both: bothLinks,
  },
  json: {
    kept: keptText,
    faults: customFaults,
    writer: writerOfJson,
    fromCell: (text, _, { name, current, custom }) => ({
      ...(current as object),
      [name]: custom(name, text),
    }),
    in_file: 'keys',
    both: (mine: object, theirs: object) => ({ ...theirs, ...mine }),
  },
  shares: {
    kept: (value: GivenShare[]) => value.map(asShare),
    faults: shareFaults,
    writer: writerOfJson,
    fromCell: asIs,
    in_file: 'whole',
    both: bothShares,
  },
  stages: { kept: keptText, faults: stageFaults, writer: writerOfJson, fromCell: asIs },
};

type GivenShare = Omit<Share, 'may_change'> & { may_change?: boolean };
type Link = { role?: string | null; primary?: boolean; ended_on?: string | null } & Record<string, unknown>;

function asIs<T>(value: T): T {
  return value;
}

/**
 * An address of a page gets the scheme that people leave out: `www.example.com`. A domain has one
 * spelling.
 */
function keptLine(value: string, field: RecordField): unknown {
  if (field.format === 'markdown') return keptText(withPlainBreaks(value), field);
  const kept = keptText(field.format === undefined ? value : withoutUnseen(value), field);
  if (typeof kept !== 'string') return kept;
  if (field.format === 'url') return withScheme(kept);
  return field.format === 'domain' ? (domainIn(kept) ?? kept) : kept;
}

function keptText(value: unknown, { keep_space }: RecordField): unknown {
  return inJsonbOrder(withTexts(value, keep_space ? composed : tidied));
}

function composed(text: string): string {
  return text.normalize();
}

function tidied(text: string): string {
  return trimmed(text).normalize();
}

/** A value whose texts and keys are changed, at any depth. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, change));
  const entries = Object.entries(value);
  for (const entry of entries) {
    entry[0] = composed(entry[0]);
    entry[1] = withTexts(entry[1], change);
  }
  return Object.fromEntries(entries);
}

/**
 * A number as text with all its decimals. Other text is returned as it is, and `faults`
 * reports it.
 */
function asDecimal(value: string | number, decimals: number): string {
  const text = withoutUnseen(String(value)).trim();
  const match = /^([+-]?)0*(\d{1,13})(?:\.(\d*?)0*)?$/.exec(text);
  if (!match || (match[3] ?? '').length > decimals) return text;
  const [, sign, whole, fraction = ''] = match;
  const digits = decimals === 0 ? whole! : `${whole}.${fraction.padEnd(decimals, '0')}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** An amount with the decimals of its currency, or as it is if it has more. */
export function amountIn(currency: unknown, amount: string, { decimals = 0 }: RecordField): string {
  return asDecimal(amount, currency ? decimalsOf(currency) : decimals);
}

/** A link with all its properties. A property that the caller left out gets its default. */
function asLink({ key, extras = [] }: RecordField, link: Link): Link {
  const uuid = String(link[key!]).toLowerCase();
  if (key === 'uuid') return { resource: link.resource, uuid };
  const said = {
    role: (link.role && tidied(link.role)) || null,
    primary: link.primary ?? false,
    ended_on: link.ended_on ?? null,
  };
  return { [key!]: uuid, ...Object.fromEntries(extras.map((extra) => [extra, said[extra]])) };
}

/** A share with its property that may be left out, in the order in which `jsonb` has them. */
function asShare({ user_uuid, team_uuid, may_change = false }: GivenShare): GivenShare {
  return {
    ...(team_uuid !== undefined && { team_uuid: team_uuid.toLowerCase() }),
    ...(user_uuid !== undefined && { user_uuid: user_uuid.toLowerCase() }),
    may_change,
  };
}

/** Quotes a value that needs no escapes. */
function quoted(text: string): string {
  return `"${text}"`;
}

/**
 * Rewrites JSON of PostgreSQL, which has spaces, and for `jsonb` the keys in an order of its own.
 */
function writerOfJson({ items }: TSchema & { items?: Entry }): (text: string) => string {
  if (!items?.properties) return (text) => (text === '{}' ? text : JSON.stringify(JSON.parse(text)));
  const keys = keysOf(items);
  return (text) => {
    if (text === '[]') return text;
    const entries: Record<string, unknown>[] = JSON.parse(text);
    return JSON.stringify(entries.map((entry) => inOrder(entry, keys)));
  };
}

function inOrder(entry: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  const ordered: Record<string, unknown> = {};
  for (const key of keys) if (entry[key] !== undefined) ordered[key] = entry[key];
  return ordered;
}

type Entry = { properties?: object; required?: string[] };

/** The keys in the order of answers: required ones first. */
function keysOf({ properties = {}, required = [] }: Entry): string[] {
  const keys = Object.keys(properties);
  return [...keys.filter((key) => required.includes(key)), ...keys.filter((key) => !required.includes(key))];
}
