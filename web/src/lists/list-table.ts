import { createContext, useContext } from 'react';
import type { Names } from '../fields/names.ts';
import type { ColumnLayout } from './table/column-layout.ts';
import type { useEditing } from './table/editing.ts';
import type { useRows } from './table/rows.ts';
import type { useTableSelection } from './table/table-selection.ts';

/** What the parts of a table share. */
export type ListTable = {
  /** The list as it was asked for: another one begins anew. */
  listKey: string;
  read: ReturnType<typeof useRows>;
  columns: ColumnLayout;
  names: Names;
  editing: ReturnType<typeof useEditing>;
  selection: ReturnType<typeof useTableSelection>;
};

const TableContext = createContext<ListTable | null>(null);

export const TableProvider = TableContext.Provider;

export function useTable(): ListTable {
  const table = useContext(TableContext);
  if (table === null) throw new Error('No table is around this part of it. Put it into a TableProvider.');
  return table;
}
