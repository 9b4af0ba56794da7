import type { ListDefinition } from '@rapport/contract/list-definition';
import { type ComponentType, createContext, useContext } from 'react';
import type { RecordTexts } from '../texts/records.ts';
import type { RecordData } from './data.ts';
import type { Field } from './fields/field.ts';

/** All that the pages know of one kind of record. */
export type RecordView = {
  /** The word of the API for one: `client`. */
  resource: string;
  /** Where its pages are, and below `/api/v2` its API: `/clients`. */
  path: string;
  list: ListDefinition;
  texts: RecordTexts;
  /** The field by which people know a record. */
  title: string;
  /** In the order of the record page. */
  fields: Field[];
  /** The columns of the table, in their order; the first is the title. */
  columns: string[];
  default_columns: string[];
  phone_columns: string[];
  /** The fields that can be set for many at once. */
  bulk_fields: string[];
  /** What a column of a CSV file can become, with its label; null: there is no import. */
  import_fields: Record<string, string> | null;
  /** One of these must be among the columns of a file. */
  identifying_fields: string[];
  /** A record as a line of a CSV file: a value for each of `import_fields`. */
  toRow: (record: RecordData, field: string) => string;
  /** The dialog that makes a new one. */
  New: ComponentType<{ opened: boolean; onClose: () => void }>;
};

const ViewContext = createContext<RecordView | null>(null);

/** Says which kind the components inside are about. */
export const ViewProvider = ViewContext.Provider;

export function useView(): RecordView {
  const view = useContext(ViewContext);
  if (view === null) throw new Error('A part of a record page stands outside of a ViewProvider.');
  return view;
}

export function apiPath(view: RecordView, uuid?: string): string {
  return `/api/v2${view.path}${uuid === undefined ? '' : `/${uuid}`}`;
}

export function titleOf(view: RecordView, record: RecordData): string {
  return String(record[view.title] ?? '');
}

export function fieldOf(view: RecordView, name: string): Field | undefined {
  return view.fields.find((field) => field.name === name);
}

/** The key of all that is read about records of a kind; `of` narrows it. */
export function queryKey(view: RecordView, ...of: unknown[]): unknown[] {
  return [view.path, ...of];
}
