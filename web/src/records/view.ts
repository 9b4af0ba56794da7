import type { CsvFieldOf, RecordDefinition } from '@rapport/contract/records/define-record';
import { type ComponentType, createContext, useContext } from 'react';
import type { RecordTexts } from '../texts/record-kinds.ts';
import type { Changes, RecordData } from './data.ts';
import type { Field } from './fields/field.ts';
import { nameOf } from './kinds.ts';

/** All that the pages know of one kind of record. */
export type RecordView = {
  /** The word of the API for one: `client`. */
  resource: string;
  /** Where its pages are, and below `/api/v2` its API: `/clients`. */
  path: string;
  list: RecordDefinition['list'];
  texts: RecordTexts;
  /** The field by which people know a record. */
  title: string;
  /** In the order of the record page. */
  fields: Field[];
  /** The columns of the table, in their order; the first is the title. */
  columns: string[];
  default_columns: string[];
  phone_columns: string[];
  /** What a deleted one is known by beside its name. */
  known_by?: string[];
  /** The fields that can be set for many at once. */
  bulk_fields: string[];
  /** What a column of a CSV file can become, with its label; null: there is no import. */
  import_fields: Record<string, string> | null;
  /** One of these must be among the columns of a file. */
  identifying_fields: string[];
  csv_columns: Record<string, CsvFieldOf>;
  /** References and links that a new record must have. */
  required_fields: string[];
  /** The fields that a new record is asked for. */
  new_fields: string[];
  /** The fields that stand on top of the record page. */
  glance: string[];
  /** The lists of other records beside a record. */
  related: Related[];
  /** Whether notes and tasks can be about such a record. */
  hasHistory: boolean;
  /** Names that only this kind needs, by uuid, such as those of stages. */
  useNames?: () => Record<string, string>;
  /** A field to group by whose values are known only on the page. */
  groups?: { field: string; useChoices: (account_uuid: string | undefined) => Record<string, string> };
  /** The choices of fields whose values only the page knows, such as stages. */
  useChoices?: (record: RecordData) => Record<string, Record<string, string>>;
  /** The dialog for a new record, where the usual dialog is not enough. */
  New?: ComponentType<NewProps>;
  /** Shown above the table, such as a switch to a board. */
  Above?: ComponentType;
  /** Actions on the page of a record, beside Delete. */
  Actions?: ComponentType<{ record: RecordData }>;
};

export type NewProps = { opened: boolean; onClose: () => void; preset?: Changes };

/** Records of another kind that refer to this one. */
export type Related = {
  resource: string;
  /** The parameter of their list that holds the uuid of the record. */
  parameter: string;
  /** What a new one says from the beginning. */
  preset: (record: RecordData) => Changes;
  /** The fields that stand behind the name of each. */
  fields: string[];
  /** How many stand beside the record, where it is fewer than usual. */
  shown_max?: number;
  /** The field by which they are linked, where it says more, such as a role. */
  link?: string;
  sort?: string;
};

const ViewContext = createContext<RecordView | null>(null);

/** Says which kind the components inside are about. */
export const ViewProvider = ViewContext.Provider;

export function useView(): RecordView {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('A part of a record page stands outside of a ViewProvider.');
  return view;
}

const ViewsContext = createContext<Record<string, RecordView>>({});

/** Gives the parts inside the views of all kinds, by the word of the API for one. */
export const ViewsProvider = ViewsContext.Provider;

/** The views of all kinds: records of one show those of another. */
export function useViews(): Record<string, RecordView> {
  return useContext(ViewsContext);
}

export function apiPath(view: RecordView, uuid?: string): string {
  return `/api/v2${view.path}${uuid === undefined ? '' : `/${uuid}`}`;
}

export function titleOf(view: RecordView, record: RecordData): string {
  return nameOf(record, view.title);
}

export function fieldOf(view: RecordView, name: string): Field | undefined {
  return view.fields.find((field) => field.name === name);
}

/** The key of all that is read about records of a kind; `of` narrows it. */
export function queryKey(view: RecordView, ...of: unknown[]): unknown[] {
  return [view.path, ...of];
}
