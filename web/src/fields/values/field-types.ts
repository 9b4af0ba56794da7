import type { Money } from '@rapport/contract/records/declared-fields';
import { sayTime } from '../../layout/say-time.ts';
import { type Choices, currencies } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';
import type { RecordData } from '../data.ts';
import { type Names, sayOwner } from '../names.ts';
import { isDay, isInstant } from './day-form.ts';
import type { Field, FieldType } from './field.ts';
import { type Address, firstOf, type Point } from './rows.ts';
import { sayAmount, sayAmountOf, sayDate, sayDue, sayJson, sayNumber } from './say.ts';
import { languages, sayCountry } from './standard-choices.ts';

/** What the pages need to know of the values of one type. */
type PageType = {
  /**
   * Returns the words for a value that is not empty, in lists and at the top of pages. Without it,
   * the label of the choice, the name of the uuid, or the value itself.
   */
  say?: (value: never, field: Field, record: RecordData, names: Names) => string;
  /** The width of its column in px, if it is not the usual one. */
  width?: number;
  /** The values of a standard that one chooses from. */
  choices?: () => Choices;
  /** One chooses a member of the Account. */
  isMember?: true;
  /** The value names records, and has no text of its own. */
  isOfRecords?: true;
  /** The value is a number, so the digits of a column stand below each other. */
  isNumber?: true;
  /** The number has decimals: those of its currency. */
  isAmount?: true;
  /** The number has any decimals. */
  isMeasure?: true;
  /** True for a value of the type. Without it, any text is one. */
  fits?: (value: unknown) => boolean;
  /** The value has a section of its own on the page of a record. */
  isSection?: true;
  /** The value is a list to which a change of many records adds, or from which it takes. */
  isList?: true;
  /** The value is several choices, so a record stands in several groups of a list. */
  isOfSeveral?: true;
  /** The value says where one reaches somebody. */
  isReach?: true;
  /** The value is numbers to call. */
  isCalled?: true;
  /** The value is a day with its time. */
  hasTime?: true;
  /** The value is an instant. The service writes such a field at the time of a change. */
  isInstant?: true;
  /** The values by which a table is grouped, where they are not its choices. */
  groups?: (field: Field) => Choices;
  /** Nobody has declared the field, so any value of JSON is one. */
  isUndeclared?: true;
  /** The dialog of a new record may ask for the value, if the kind has no view of its own. */
  isBrief?: true;
};

/**
 * The types of the fields on the pages. A new type is a name in `FieldType`, a row here and one in
 * `kind-of.ts`, by which it is edited. It gets a row in `drawn.tsx` if it is drawn as more than
 * text, one in `value-links.tsx` if its values lead somewhere, and an input in `field-input.tsx` if
 * none of the inputs fits. The type of the contract leads to it in `fields-of.ts`.
 */
export const FIELD_TYPES: Record<FieldType, PageType> = {
  text: { isBrief: true },
  url: { isReach: true },
  markdown: { isSection: true },
  choice: {
    isBrief: true,
  },
  language: { choices: languages, width: 100 },
  currency: { choices: currencies, width: 90, isBrief: true },
  boolean: { say: (value, { label }) => (value ? label : ''), width: 110, groups: yesOrNo },
  number: { width: 110, isNumber: true, isBrief: true },
  decimal: {
    say: (_, field, record) => sayAmountOf(field, record),
    width: 120,
    isNumber: true,
    isAmount: true,
    isBrief: true,
  },
  date: { say: sayDate, width: 120, isBrief: true, fits: isDay },
  time: { say: sayTime, width: 130, isInstant: true },
  tags: { say: (tags: string[]) => tags.join(', '), width: 165, isList: true },
  emails: { say: sayPoints, width: 220, isBrief: true, isReach: true },
  phones: { say: sayPoints, width: 160, isReach: true, isCalled: true },
  addresses: { say: sayPlace, width: 165 },
  user: {
    say: (uuid, _field, _record, names) => sayOwner(uuid, names),
    width: 160,
    isMember: true,
  },
  named: {
    say: (uuid: string, _field, _record, names) => names[uuid] ?? '',
    width: 160,
  },
  reference: { say: () => '', width: 200, isOfRecords: true, isBrief: true },
  links: { say: () => '', isOfRecords: true },
  long_text: { width: 220, fits: isText },
  measure: {
    say: sayNumber,
    width: 110,
    isNumber: true,
    isMeasure: true,
    fits: (value) => typeof value === 'number',
  },
  money: {
    say: ({ amount, currency }: Money) => sayAmount(amount, currency),
    width: 130,
    isNumber: true,
    isAmount: true,
    fits: isMoney,
  },
  moment: { say: sayDue, width: 170, fits: isInstant, hasTime: true },
  choices: {
    say: (keys: string[], { choices }) => keys.map((key) => choices?.[key] ?? key).join(', '),
    width: 165,
    isOfSeveral: true,
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
  page: { width: 200, fits: isText },
  answer: {
    say: (value: boolean) => (value ? records.yes : records.no),
    width: 110,
    groups: yesOrNo,
    fits: (value) => typeof value === 'boolean',
  },
  undeclared: { say: (value) => sayJson(value), width: 160, isUndeclared: true, fits: () => true },
};

/** Returns the value of a field in a record. Null without one. */
export function valueIn(
  record: Pick<RecordData, 'custom'> & Record<string, unknown>,
  { name, custom_key }: Pick<Field, 'name' | 'custom_key'>,
): unknown {
  if (custom_key === undefined) return record[name];
  return Object.hasOwn(record.custom, custom_key) ? record.custom[custom_key] : null;
}

/**
 * True for a value that is not of the type of its field. It was there before the field, or before
 * the field got this type. It is shown as it is, until somebody changes it.
 */
export function isMisfit({ type, custom_key }: Field, value: unknown): boolean {
  if (custom_key === undefined || isEmpty(value)) return false;
  return !(FIELD_TYPES[type].fits ?? isText)(value);
}

function yesOrNo({ label }: Field): Choices {
  return records.answers(label);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isMoney(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/**
 * Returns the values to choose from: those of the field, those of a standard, or `members` of the
 * Account. Undefined if the value is typed.
 */
export function choicesOf(field: Field, members?: Choices): Choices | undefined {
  const { isMember, choices } = FIELD_TYPES[field.type];
  return isMember ? members : (field.choices ?? choices?.());
}

/** Returns the words for the value of a field in a record. Empty without a value. */
export function sayField(field: Field, record: RecordData, names: Names): string {
  const value = valueIn(record, field);
  if (isEmpty(value)) return '';
  if (isMisfit(field, value)) return sayJson(value);
  const { say } = FIELD_TYPES[field.type];
  const text = String(value);
  return say ? say(value as never, field, record, names) : (field.choices?.[text] ?? names[text] ?? text);
}

/** True for the value of a field that nobody has filled in. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function sayPoints(points: Point[]): string {
  return points.map(({ value }) => value).join('\n');
}

/** Returns the place of the first address. */
function sayPlace(addresses: Address[]): string {
  const address = firstOf(addresses);
  return [address?.city, address?.region, address?.country && sayCountry(address.country)]
    .filter(Boolean)
    .join(', ');
}
