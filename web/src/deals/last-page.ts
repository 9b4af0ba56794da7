import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Address } from '../fields/address.ts';
import { typedBy } from '../layout/draft.ts';
import { useLastSearch } from '../lists/last-list.ts';
import { useListAddress } from '../lists/list.ts';
import { DEALS_START } from './start.ts';

/** Returns the page of Deals that the User saw last: the board of a pipeline, or the table. */
export function useLastDeals(): Address {
  const [last] = useStored();
  const [search = {}] = useLastSearch('/deals');
  return last.to === '/deals' ? { to: last.to, search } : last;
}

/**
 * Remembers the page of Deals at this path, and what the board shows; null remembers nothing. The
 * table keeps its own search.
 */
export function useRememberDeals(to: string | null): void {
  const search = useListAddress('pipeline_uuid');
  const [, remember] = useStored();
  const shown = JSON.stringify(to === DEALS_START.to ? search : {});
  useEffect(() => {
    if (to !== null) remember({ to, search: JSON.parse(shown) });
  }, [to, shown]);
}

function useStored() {
  const key = `rapport-deals-page-${typedBy()}`;
  return useLocalStorage<Address>({ key, defaultValue: DEALS_START, getInitialValueInEffect: false });
}
