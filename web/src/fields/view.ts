import type { Event } from '@rapport/contract/events';
import type { CsvFieldOf, RecordDefinition } from '@rapport/contract/records/define-record';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { RecordTexts } from '../texts/record-kinds.ts';
import type { Address } from './address.ts';
import type { Changes, RecordData } from './data.ts';
import { nameOf } from './kinds.ts';
import type { Near } from './near.ts';
import { isCustom, keyOfCustom } from './values/custom-name.ts';
import type { Field } from './values/field.ts';

/** The view of a kind: all that the pages know about the kind. */
export type RecordView = {
  /** The API's name of the kind: `client`. */
  resource: string;
  /** The path of its pages, and below `/api/v2` of its API. It is the plural of its name. */
  path: string;
  list: RecordDefinition['list'];
  texts: RecordTexts;
  /** The field that names a record. */
  title: string;
  /** The fields of which each alone names a record, such as a first name. */
  naming: string[];
  /** In the order of the record page. */
  fields: Field[];
  /** The view without the fields that Accounts declared; undefined if it has none of them. */
  plain?: RecordView;
  /** The possible columns of the table: the title, the named ones, then what else it sorts by. */
  columns: string[];
  default_columns: string[];
  phone_columns: string[];
  /** Fields that identify a deleted record besides its name. */
  known_by?: string[];
  /** The fields that can be changed for many records at once. */
  bulk_fields: string[];
  /** The possible targets for a column of an imported file, with their labels. */
  import_fields: Record<string, string>;
  csv_columns: Record<string, CsvFieldOf>;
  /** References and links that a new record must have. */
  required_fields: string[];
  /** The fields in the dialog of a new record. */
  new_fields: string[];
  /** The names of the fields that the Account has declared and uses. */
  own_fields?: string[];
  /** What the head of the record page says. */
  head: Head;
  /** The fields with linked records that the page shows as a list at its right. */
  beside?: string[];
  /** The facts shown when a record is looked at in a list. */
  glance: string[];
  /** The lists of related records on the record page. */
  related: Related[];
  /** The records of other kinds that its page offers first where one is chosen, by kind. */
  near?: (record: RecordData) => { [resource: string]: Near | undefined };
  /** True when two such records can be merged into one. */
  isMergeable: boolean;
  /** True when the API finds such records that are likely the same. */
  isMatched: boolean;
  /** True when notes and tasks can refer to such a record. */
  hasHistory: boolean;
  /** Further names by uuid that only this kind needs, such as those of stages. */
  useNames?: () => Record<string, string>;
  /** The values with which a record begins that is made from a list with this search. */
  useFirst?: (search: Record<string, string | undefined>) => Changes | undefined;
  /**
   * A further field by which the table can be grouped. Its values come from the page, such as
   * stages.
   */
  groups?: { field: string; useChoices: (account_uuid: string | undefined) => Record<string, string> };
  /** The choices of fields whose values come from the page, such as stages. */
  useChoices?: (record: RecordData) => Record<string, Record<string, string>>;
  /** Whether the initials of a record are those of a person or a company, if it has any. */
  face?: (record: RecordData) => 'person' | 'company';
  /** The sort of a record, if each sort has an icon of its own. */
  sortOf?: (record: RecordData) => unknown;
  /** The field of the User shown as a small face behind the name, if it is not the owner. */
  person?: { field: string; say: (name: string) => string };
  /** The page that the menu opens, if it is not the table of all records. */
  start?: Address;
  /** The page that a record leads back to, if it may be another one than the table. */
  useLastPage?: () => Address;
  /** The content above the table, such as a switch to a board. */
  Above?: ComponentType;
  /** Actions on the page of a record, beside Delete. */
  Actions?: ComponentType<{ record: RecordData }>;
};

/** What the head of a record page says. None of it is said again among the fields. */
export type Head = {
  /** The field whose value stands beside the title, such as a status. */
  state?: string;
  /** The fields in the line below the title. */
  facts: string[];
  /** The field with the amount that stands large. */
  figure?: string;
  /** What one most often does: log a call, or create a record of another kind about this one. */
  primary?: 'log' | { create: string };
  /** The fields that `Below` shows. */
  below?: string[];
  /** What stands below the title, such as the stages of a Deal. */
  Below?: ComponentType<{ record: RecordData; mayWrite: boolean }>;
};

export type NewProps = {
  opened: boolean;
  onClose: () => void;
  preset?: Changes;
  /** True when the page of the new record opens, although the page gives it values. */
  isFollowed?: boolean;
};

/** Records of another kind that refer to this one. */
export type Related = {
  resource: string;
  /** The parameter of their list that takes the uuid of this record. */
  parameter: string;
  /** The fields that a new related record starts with. */
  preset: (record: RecordData) => Changes;
  /** The fields shown behind the name of each related record. */
  fields: string[];
  /** The number of shown records, if it is lower than usual. */
  shown_max?: number;
  /** The field with the link to this record, if the link says more, such as a role. */
  link?: string;
  sort?: string;
};

/** What other rooms add to the page of a record. */
export type Panels = {
  /** Beside the fields, above the related records. */
  Beside?: ComponentType<{ record: RecordData; mayWrite: boolean }>;
  /** On a phone, at the thumb: what one does with the record with one hand. */
  /** `onMail` writes a mail here, where the User has a mailbox that sends. */
  Thumb?: ComponentType<{
    record: RecordData;
    mayWrite: boolean;
    onMail?: ((address: string) => void) | undefined;
  }>;
  /** Above the history: the form that adds to it. */
  Write?: ComponentType<{ record: RecordData; beside?: ReactNode }>;
  /** What the history says of an event in other words than those that all kinds share. */
  activityOf?: (event: Event) => Activity | null;
};

/** An entry of a history in words of its own. */
export type Activity = {
  icon: ReactNode;
  /** Without it, the words that all kinds share. */
  said?: string;
  /** False when the name of the record says no more than `said`, which then leads to it. */
  isNamed: boolean;
  /** What follows; `uuid` is the record of the page. */
  Details: ComponentType<{ uuid: string }>;
};

const PanelsContext = createContext<Panels>({});

/** Gives the page of a record inside what other rooms add to it. */
export const PanelsProvider = PanelsContext.Provider;

export function usePanels(): Panels {
  return useContext(PanelsContext);
}

const ViewContext = createContext<RecordView | null>(null);

/** Tells the components inside which kind they are about. */
export const ViewProvider = ViewContext.Provider;

export function useView(): RecordView {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('A part of a record page stands outside of a ViewProvider.');
  return view;
}

const ViewsContext = createContext<Record<string, RecordView>>({});

/** Gives the components inside the views of all kinds, by the API's name of the kind. */
export const ViewsProvider = ViewsContext.Provider;

/** Returns the views of all kinds, because records of one kind list records of others. */
export function useViews(): Record<string, RecordView> {
  return useContext(ViewsContext);
}

export function apiPath(view: RecordView, uuid?: string): string {
  return `/api/v2${view.path}${uuid === undefined ? '' : `/${uuid}`}`;
}

export function titleOf(view: RecordView, record: RecordData): string {
  return nameOf(record, view.title);
}

/**
 * Returns the field of this name: one of the kind, one that the Account declared, or any key.
 */
export function fieldOf(view: RecordView, name: string): Field | undefined {
  const field = view.fields.find((one) => one.name === name);
  return field ?? (isCustom(name) && 'custom' in view.list.fields ? undeclaredField(name) : undefined);
}

/** Returns the field of a key in `custom` that no field declares. */
function undeclaredField(name: string): Field {
  const custom_key = keyOfCustom(name);
  return {
    name,
    custom_key,
    label: custom_key,
    type: 'undeclared',
    isNullable: true,
    isRequired: false,
    isFixed: false,
    isSortable: false,
    isFilterable: true,
    width: 160,
  };
}

/** Returns the key under which queries about a kind are cached. `of` narrows it. */
export function queryKey(view: RecordView, ...of: unknown[]): unknown[] {
  return [view.path, ...of];
}
