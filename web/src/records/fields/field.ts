import type { ListDefinition } from '@rapport/contract/list-definition';
import type { RecordData } from '../data.ts';

/** What kind of value a field holds: it decides how the value is shown, typed, filtered and compared. */
export type FieldType =
  | 'text'
  | 'markdown'
  | 'choice'
  | 'tags'
  | 'emails'
  | 'phones'
  | 'addresses'
  | 'website'
  | 'language'
  | 'currency'
  | 'user'
  | 'account'
  | 'time';

export type Field = {
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
  isSortable: boolean;
  isFilterable: boolean;
  /** It is shown and not changed. */
  isFixed: boolean;
  /** The labels of the values to choose from, and the colours of their badges. */
  choices?: Record<string, string>;
  colours?: Record<string, string>;
  /** Of its column. */
  width: number;
  /** Whether the page of this record shows it. */
  isShown?: (record: RecordData) => boolean;
};

/** What a kind says of a field: its type, and where it differs from others of that type. */
export type Look = { type: FieldType } & Partial<
  Pick<Field, 'isRequired' | 'isFixed' | 'choices' | 'colours' | 'width' | 'isShown'>
>;

const WIDTHS: Partial<Record<FieldType, number>> = {
  emails: 220,
  phones: 160,
  addresses: 165,
  tags: 165,
  user: 160,
  account: 180,
  time: 130,
  language: 100,
  currency: 90,
};

const USUAL_WIDTH = 180;

/** The fields of a kind, in the order of `looks`; what can be sorted and filtered, the list of the API says. */
export function fieldsOf(
  list: ListDefinition,
  labels: Record<string, string>,
  looks: Record<string, Look>,
): Field[] {
  return Object.entries({ ...looks, ...EVERY_RECORD }).map(([name, look]) => ({
    name,
    label: labels[name] ?? name,
    isRequired: false,
    isFixed: false,
    width: WIDTHS[look.type] ?? USUAL_WIDTH,
    isSortable: list.fields[name]?.sortable ?? false,
    isFilterable: name in list.fields,
    ...look,
  }));
}

const EVERY_RECORD: Record<string, Look> = {
  account_uuid: { type: 'account', isFixed: true },
  created_at: { type: 'time', isFixed: true },
  updated_at: { type: 'time', isFixed: true },
};
