import { useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { notifyDone } from '../layout/notify.ts';
import { clients } from '../texts/clients.ts';

/** Brings a deleted Client back; throws what the API says when it cannot. */
export function useRestore(uuid: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await request('POST', `/api/v2/clients/${uuid}/restore`);
    notifyDone(clients.restored(1));
    await queryClient.invalidateQueries({ queryKey: ['clients'] });
  };
}
