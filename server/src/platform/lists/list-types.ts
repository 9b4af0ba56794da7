import { RELATIVE_DAYS } from '@rapport/contract/days';
import { fold } from '@rapport/contract/fold';
import type { ListField } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import { isUuid } from '../ids.ts';
import { isDateOrTime, isDay } from '../time/times.ts';
import { isNumber } from './values.ts';

type Fault = Pick<FieldError, 'code' | 'detail'>;

/** What lists need to know of the values of one type. */
type ListType = {
  /** The cast of a value in SQL. */
  cast: string;
  /** The value that stands for null in an order, in SQL. */
  nothing: string;
  /** The value that stands for null is one that records have, too, as an empty text. */
  isNothingAValue?: true;
  /** A missing value sorts after all others; before them when left out. */
  isNothingLast?: boolean;
  /** A value as `custom_values` holds it, where that is not the text itself. */
  declared?: (text: string) => string;
  /** SQL of the text by which a declared value is unique; its cast to text when left out. */
  unique?: (column: string) => string;
  /** The column of `custom_values` that holds declared values of the type. */
  column?: string;
  /**
   * Many records have the same value, so the time of creation decides between them. It is the next
   * column of the field's index.
   */
  isShared?: boolean;
  /** The index of the field has the records of one value in the order of their creation. */
  isByCreation?: boolean;
  /** A record has several values of a declared field. */
  isOfSeveral?: true;
  /** Values that lists can add up. */
  isNumber?: true;
  /** The field is a day or a time, for which a filter takes relative days. */
  isDay?: boolean;
  /** The value is an instant, so a day in a filter stands for all of that day. */
  isInstant?: true;
  /** Case and accents do not count, although the column itself is not folded. */
  isFolded?: true;
  /** The sentence of the API reference about the values of a filter. */
  hint?: string;
  /** The value of a declared field as a cursor keeps it; undefined for one that does not fit. */
  inCursor?: (value: unknown) => unknown;
  /** What is wrong with a value of a filter or a cursor, said of `what`. Null when it is sound. */
  fault?: (what: string, value: string, field: ListField) => Fault | null;
};

/** The characters of a text that the index holds: an entry has at most 2,704 bytes. */
const TEXT_MAX_LENGTH = 500;

const NO_UUID = `'00000000-0000-0000-0000-000000000000'::uuid`;

const NUMBER: ListType = {
  isNumber: true,
  column: 'number_value',
  cast: '::numeric',
  nothing: `'-Infinity'::numeric`,
  fault: numberFault,
};

/** The types of the fields of lists. A new type is a row here and one in the contract. */
export const LIST_TYPES: Record<ListField['type'], ListType> = {
  text: {
    column: 'text_value',
    cast: '::text',
    nothing: `''`,
    isNothingAValue: true,
    isShared: true,
    declared: (text) => fold(text).slice(0, TEXT_MAX_LENGTH),
  },
  choice: {
    column: 'text_value',
    cast: '::text',
    nothing: `''`,
    isShared: true,
    isByCreation: true,
    fault: choiceFault,
  },
  tags: { cast: '::text', nothing: `''` },
  time: {
    column: 'time_value',
    unique: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`,
    cast: '::timestamptz',
    nothing: `'-infinity'::timestamptz`,
    isDay: true,
    isInstant: true,
    hint: `A time, a day (from its beginning to its end), or ${RELATIVE_DAYS}.`,
    fault: timeFault,
  },
  date: {
    column: 'date_value',
    cast: '::date',
    nothing: `'infinity'::date`,
    isNothingLast: true,
    isDay: true,
    hint: `A day, or a relative one: ${RELATIVE_DAYS}.`,
    fault: dayFault,
  },
  number: { ...NUMBER, inCursor: (value) => (typeof value === 'number' ? value : undefined) },
  money: { ...NUMBER, inCursor: (value) => textOnly((value as { amount?: unknown } | null)?.amount) },
  choices: { column: 'text_value', cast: '::text', nothing: `''`, isOfSeveral: true, fault: choiceFault },
  boolean: { column: 'text_value', cast: '::boolean', nothing: 'false', fault: booleanFault },
  uuid: {
    column: 'text_value',
    cast: '::uuid',
    nothing: NO_UUID,
    isShared: true,
    isByCreation: true,
    fault: uuidFault,
  },
  links: { cast: '::uuid', nothing: 'NULL', fault: uuidFault },
  part: { cast: '::text', nothing: `''`, isFolded: true },
  custom: { cast: '::text', nothing: `''`, isFolded: true },
};

export function textOnly(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function timeFault(what: string, value: string): Fault | null {
  if (isDateOrTime(value)) return null;
  // A plus sign that was not escaped arrives as a space. This is the commonest mistake, so the
  // error names it.
  const hint = value.includes(' ') ? ' Write the plus sign of the offset as %2B.' : '';
  return wrong(`${what} must be a date or a time with offset, such as 2026-11-20T09:20:00Z.${hint}`);
}

function dayFault(what: string, value: string): Fault | null {
  if (isDay(value)) return null;
  return wrong(`${what} must be a date such as 2026-11-20, or a relative one: ${RELATIVE_DAYS}.`);
}

function numberFault(what: string, value: string): Fault | null {
  return isNumber(value) ? null : wrong(`${what} must be a number such as 12500 or 12500.50.`);
}

function uuidFault(what: string, value: string, { user }: ListField): Fault | null {
  return isUuid(value) ? null : wrong(`${what} must be a UUID${user ? ', or me' : ''}.`);
}

export function booleanFault(what: string, value: string): Fault | null {
  if (value === 'true' || value === 'false') return null;
  return { code: 'not_in_list', detail: `${what} must be true or false.` };
}

function choiceFault(what: string, value: string, { choices = [], label }: ListField): Fault | null {
  if (choices.includes(value)) return null;
  // What people have named stands in quotes. Only a declared field has a label.
  const shown = label === undefined ? choices : choices.map((choice) => `"${choice}"`);
  return { code: 'not_in_list', detail: `${what} must be one of ${shown.join(', ')}.` };
}

function wrong(detail: string): Fault {
  return { code: 'wrong_format', detail };
}
