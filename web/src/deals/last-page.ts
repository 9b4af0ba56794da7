import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { typedBy } from '../layout/draft.ts';
import { type ListSearch, useListSearch } from '../records/list.ts';
import { type Address, startOf } from '../records/start.ts';

const START = startOf({ resource: 'deal', path: '/deals' });

/** Returns the page of Deals that the User saw last: the board of a pipeline, or the table. */
export function useLastDeals(): Address {
  return useStored()[0];
}

/** Remembers the page of Deals at this path; null remembers nothing. */
export function useRememberDeals(to: string | null): void {
  const [{ pipeline_uuid }] = useListSearch();
  const [, remember] = useStored();
  useEffect(() => {
    if (to === null) return;
    const search: ListSearch = to === START.to && pipeline_uuid ? { pipeline_uuid } : {};
    remember({ to, search });
  }, [to, pipeline_uuid]);
}

function useStored() {
  const key = `rapport-deals-page-${typedBy()}`;
  return useLocalStorage<Address>({ key, defaultValue: START, getInitialValueInEffect: false });
}
