import type { View, ViewCreate, ViewUpdate } from '@rapport/contract/views';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem, request } from '../../api/request.ts';
import { SAVED_VIEWS } from './saved-views.ts';

/** Returns functions that make, change and delete views, and bring the list of views up to date. */
export function useChangeViews() {
  const queryClient = useQueryClient();
  const put = (view: View) =>
    queryClient.setQueryData(SAVED_VIEWS.queryKey, (views: View[] = []) =>
      views.some(({ uuid }) => uuid === view.uuid)
        ? views.map((one) => (one.uuid === view.uuid ? view : one))
        : [...views, view],
    );
  const read = () => queryClient.invalidateQueries({ queryKey: SAVED_VIEWS.queryKey });
  // Who is refused because somebody has changed the view must see that before the next attempt.
  const change = <T>(asked: Promise<T>) =>
    asked.catch(async (error) => {
      if (error instanceof ApiProblem && error.code === 'version_mismatch') await read();
      throw error;
    });
  return {
    create: async (body: ViewCreate): Promise<View> => {
      const key = crypto.randomUUID();
      const { data } = await request<{ data: View }>('POST', '/api/v2/views', { body, idempotency_key: key });
      put(data);
      return data;
    },
    update: async ({ uuid, version }: View, body: ViewUpdate): Promise<View> => {
      const { data } = await change(
        request<{ data: View }>('PATCH', `/api/v2/views/${uuid}`, { body, version }),
      );
      put(data);
      return data;
    },
    remove: async ({ uuid, version }: View): Promise<void> => {
      await change(request('DELETE', `/api/v2/views/${uuid}`, { version }));
      await read();
    },
    /** Puts the views of a menu into this order. */
    order: async (views: View[]): Promise<void> => {
      const moved = views.flatMap((view, position) =>
        view.position === position ? [] : [{ view, position }],
      );
      await Promise.all(
        moved.map(({ view, position }) =>
          request('PATCH', `/api/v2/views/${view.uuid}`, { body: { position } }),
        ),
      );
      await read();
    },
  };
}
