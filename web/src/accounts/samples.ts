import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { notifyDone } from '../layout/notify.ts';
import { accounts as texts } from '../texts/accounts.ts';

/** The sample data of an Account, and what adds and removes it. */
export function useSamples(account_uuid: string) {
  const queryClient = useQueryClient();
  const path = `/web/accounts/${account_uuid}/sample-data`;
  const { data } = useQuery(
    reads<{ count: number; is_empty: boolean }>(['accounts', account_uuid, 'sample-data'], path),
  );
  const change = async (method: 'POST' | 'DELETE', said: string) => {
    await request(method, path);
    notifyDone(said);
    await queryClient.invalidateQueries();
  };
  return {
    data,
    add: () => change('POST', texts.sampleAdded),
    remove: () => change('DELETE', texts.sampleRemoved),
  };
}
