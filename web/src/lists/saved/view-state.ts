import type { View } from '@rapport/contract/views';
import { useSearch } from '@tanstack/react-router';
import { type ListSearch, useListSearch } from '../list.ts';
import { queryText } from './view-search.ts';

/**
 * The columns of the table as a view keeps them, whether they differ from it, whether its own have
 * changed since, and how to forget that.
 */
export type ShownColumns = {
  kept: View['columns'] | undefined;
  isChanged: boolean;
  isOutdated: boolean;
  reset: () => void;
};

/** What a view keeps of a list. Without `columns` it keeps those that it has. */
export type ViewContent = Pick<View, 'query' | 'group_by' | 'layout'> & { columns?: View['columns'] };

/** Returns what the list shows, as a view keeps it, and whether the open view differs from it. */
export function useViewContent(
  layout: View['layout'],
  columns: ShownColumns | undefined,
): { content: ViewContent; isChanged: boolean } {
  const [search] = useListSearch();
  const { draft } = useSearch({ strict: false }) as ListSearch;
  const content = {
    query: queryText(search),
    group_by: search.group ?? null,
    layout,
    ...(columns?.kept && { columns: columns.kept }),
  };
  return { content, isChanged: draft !== undefined || (columns?.isChanged ?? false) };
}
