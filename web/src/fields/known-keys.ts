import type { UndeclaredKey } from '@rapport/contract/custom-fields';
import { useQuery } from '@tanstack/react-query';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { readsAll } from '../api/queries.ts';
import { useView } from './view.ts';

/** Returns the query for the keys that records have and no field declares, the most used first. */
export function undeclaredKeys(account_uuid: string | null, resource: string) {
  return {
    ...readsAll<UndeclaredKey>(
      ['custom-fields', 'keys', account_uuid, resource],
      '/api/v2/custom-fields/undeclared-keys',
      { resource, account_uuid },
    ),
    // Reading them takes a look at all records.
    staleTime: 60_000,
  };
}

const NONE: UndeclaredKey[] = [];

/**
 * Returns the keys that records of the Account have and no field declares, in alphabetical order,
 * whichever rows are loaded.
 */
export function useKnownKeys(): string[] {
  const { resource, list } = useView();
  const account_uuid = useCurrentAccount()?.uuid ?? null;
  const query = { ...undeclaredKeys(account_uuid, resource), enabled: 'custom' in list.fields };
  const { data = NONE } = useQuery(query);
  return data.map(({ key }) => key).sort((a, b) => a.localeCompare(b));
}
