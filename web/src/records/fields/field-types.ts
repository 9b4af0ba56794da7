import { sayTime } from '../../layout/say-time.ts';
import { type Choices, currencies } from '../../layout/standards.ts';
import type { RecordData } from '../data.ts';
import { type Names, sayOwner } from '../names.ts';
import type { Field, FieldType } from './field.ts';
import type { FieldKind } from './field-kinds.ts';
import * as kinds from './field-kinds.ts';
import { type Address, firstOf, type Point } from './rows.ts';
import { sayAmountOf, sayDate } from './say.ts';
import { languages, sayCountry } from './standard-choices.ts';

/** What the pages need to know of the values of one type. */
export type PageType = {
  /** How the value becomes text, which input it has, and how text becomes a value. */
  kind: (field: Field) => FieldKind;
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
  /** The value has a section of its own on the page of a record. */
  isSection?: true;
  /** The value is a list to which a change of many records adds, or from which it takes. */
  isList?: true;
  /** The dialog of a new record may ask for the value, if the kind has no view of its own. */
  isBrief?: true;
};

/**
 * The types of the fields on the pages. A new type is a name in `FieldType` and a row here. It
 * gets a row in `drawn.tsx` if it is drawn as more than text, one in `value-links.tsx` if its
 * values lead somewhere, and an input in `field-input.tsx` if none of the inputs fits. The type of
 * the contract leads to it in `fields-of.ts`.
 */
export const FIELD_TYPES: Record<FieldType, PageType> = {
  text: { kind: kinds.line, isBrief: true },
  url: { kind: kinds.line },
  markdown: { kind: () => kinds.notes, isSection: true },
  choice: { kind: () => kinds.choice, isBrief: true },
  language: { kind: () => kinds.standard, choices: languages, width: 100 },
  currency: { kind: () => kinds.standard, choices: currencies, width: 90, isBrief: true },
  boolean: { kind: () => kinds.boolean, say: (value, { label }) => (value ? label : ''), width: 110 },
  number: { kind: () => kinds.number, width: 110, isNumber: true, isBrief: true },
  decimal: {
    kind: kinds.decimal,
    say: (_, field, record) => sayAmountOf(field, record),
    width: 120,
    isNumber: true,
    isAmount: true,
    isBrief: true,
  },
  date: { kind: kinds.day, say: sayDate, width: 120, isBrief: true },
  time: { kind: () => kinds.time, say: sayTime, width: 130 },
  tags: { kind: () => kinds.tags, say: (tags: string[]) => tags.join(', '), width: 165, isList: true },
  emails: { kind: () => kinds.points, say: sayPoints, width: 220, isBrief: true },
  phones: { kind: () => kinds.points, say: sayPoints, width: 160 },
  addresses: { kind: () => kinds.addresses, say: sayPlace, width: 165 },
  user: {
    kind: () => kinds.member,
    say: (uuid, _field, _record, names) => sayOwner(uuid, names),
    width: 160,
    isMember: true,
  },
  named: {
    kind: () => kinds.choice,
    say: (uuid: string, _field, _record, names) => names[uuid] ?? '',
    width: 160,
  },
  reference: { kind: () => kinds.reference, say: () => '', width: 200, isOfRecords: true, isBrief: true },
  links: { kind: () => kinds.links, say: () => '', isOfRecords: true },
};

/** Returns the kind of a field. `choices` are its values, if those come from the page. */
export function kindOf(field: Field, choices: Choices | undefined = choicesOf(field)): FieldKind {
  return { ...FIELD_TYPES[field.type].kind(field), field, ...(choices && { choices }) };
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
  const value = record[field.name];
  if (isEmpty(value)) return '';
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
