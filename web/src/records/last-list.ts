import { useLocalStorage } from '@mantine/hooks';
import { typedBy } from '../layout/draft.ts';
import { type Address, startOf } from './start.ts';

type Search = Record<string, string | undefined>;

/** Returns the search with which the User left a list in this browser, and its setter. */
export function useLastSearch(path: string) {
  const key = `rapport-list-${path}-${typedBy()}`;
  return useLocalStorage<Search | undefined>({ key, getInitialValueInEffect: false });
}

/** Returns the page that the menu opens for a kind: its list as the User left it. */
export function useLastList(kind: { resource: string; path: string }): Address {
  const [search] = useLastSearch(kind.path);
  const start = startOf(kind);
  return search === undefined || start.to !== kind.path ? start : { to: kind.path, search };
}
