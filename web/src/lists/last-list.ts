import { useLocalStorage } from '@mantine/hooks';
import type { Address } from '../fields/address.ts';
import { typedBy } from '../layout/draft.ts';

type Search = Record<string, string | undefined>;

/** Returns the search with which the User left a list in this browser, and its setter. */
export function useLastSearch(path: string) {
  const key = `rapport-list-${path}-${typedBy()}`;
  return useLocalStorage<Search | undefined>({ key, getInitialValueInEffect: false });
}

/** Returns the list of a kind as the User left it, or another page with which its work starts. */
export function useLastList(path: string, start: Address): Address {
  const [search] = useLastSearch(path);
  return search === undefined || start.to !== path ? start : { to: path, search };
}
