import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { notifyDone } from '../../layout/notify.ts';
import { apiPath, queryKey, useView } from '../view.ts';

/** Returns a function that restores a deleted record. It throws the API's refusal. */
export function useRestore(uuid: string): () => Promise<void> {
  const view = useView();
  const queryClient = useQueryClient();
  return async () => {
    await request('POST', `${apiPath(view, uuid)}/restore`);
    notifyDone(view.texts.restored(1));
    await queryClient.invalidateQueries({ queryKey: queryKey(view) });
  };
}
