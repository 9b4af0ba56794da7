import type { CustomField } from '@rapport/contract/custom-fields';
import { queryOptions } from '@tanstack/react-query';
import { getAll } from '../api/request.ts';

/** The query for the fields that the User's Accounts have declared, by kind and position. */
export const DECLARED_FIELDS = queryOptions({
  queryKey: ['custom-fields'],
  queryFn: ({ signal }) => getAll<CustomField>('/api/v2/custom-fields', signal),
  staleTime: 60_000,
});
