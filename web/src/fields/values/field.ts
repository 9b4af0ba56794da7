import type { RecordData } from '../data.ts';

/** The type of a field's value. It decides how the value is shown, typed, filtered and compared. */
export type FieldType =
  | 'text'
  | 'markdown'
  | 'choice'
  | 'boolean'
  | 'number'
  | 'decimal'
  | 'date'
  | 'time'
  | 'tags'
  | 'emails'
  | 'phones'
  | 'addresses'
  | 'url'
  | 'language'
  | 'currency'
  | 'user'
  | 'reference'
  | 'links'
  | 'long_text'
  /** A number with any decimals. */
  | 'measure'
  /** An amount with its currency, as one value. */
  | 'money'
  /** A time that people type. */
  | 'moment'
  | 'choices'
  | 'page'
  /** Yes, no or neither. */
  | 'answer'
  /** The value under a key that no field declares. Any JSON. */
  | 'undeclared'
  /** A uuid that is shown by its name, such as that of an Account. */
  | 'named';

export type Field = {
  /** The name in filters and in the order of lists: `status`, `custom.renewal_on`. */
  name: string;
  label: string;
  /** The key in `custom`, of a field that the kind itself does not have. */
  custom_key?: string;
  type: FieldType;
  isRequired: boolean;
  isNullable: boolean;
  isSortable: boolean;
  isFilterable: boolean;
  /** True when pages show the field but cannot change it. */
  isFixed: boolean;
  /** The possible values with their labels. `colours` has the colours of their badges. */
  choices?: Record<string, string>;
  /** The choices that can no longer be chosen. */
  archived?: readonly string[];
  /** The choice that stands for none. */
  blank?: string;
  /** The heading under which the page of a record shows it. Undefined: among the others. */
  group?: string;
  /** What those who fill it in should know. */
  hint?: string;
  colours?: Record<string, string>;
  /** The kind of record that a reference or link names. Undefined if `kinds` has several. */
  to?: string;
  /** The kinds of record that a reference or link may name. */
  kinds?: readonly string[];
  /** True for an identifier of another system. */
  isId?: boolean;
  /** The property of a link that contains the uuid. */
  key?: string;
  /** Further properties of a link, such as a role. */
  extras?: readonly string[];
  /** The field with the currency of this amount. */
  currency?: string;
  /** The field that replaces this day by a day with time, such as `due_at`. */
  time?: string;
  /** The fields that end its being due, for a day that can be overdue. */
  dueUntil?: readonly string[];
  /** True for a text in which an @ with a name tells that member. */
  namesPeople?: boolean;
  /** The width of its column in px. */
  width: number;
  /** True when the page of this record shows the field. */
  isShown?: (record: RecordData) => boolean;
};

/** The properties of a field that a view may set differently from the definition of the kind. */
export type Look = Partial<
  Pick<
    Field,
    | 'type'
    | 'isFixed'
    | 'isRequired'
    | 'choices'
    | 'colours'
    | 'blank'
    | 'time'
    | 'width'
    | 'isShown'
    | 'namesPeople'
  >
>;
