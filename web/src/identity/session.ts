import type { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, get, request } from '../api/request.ts';
import { keepDraftsOf } from '../layout/draft.ts';
import { notifyProblemAs } from '../layout/notify.ts';
import { identity as texts } from '../texts/identity.ts';
import { leaveEverywhere } from './one-user.ts';

/** The query for the signed-in User. */
export const ME = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await get<CurrentUser>('/api/v2/me', signal);
    keepDraftsOf(me.uuid);
    return me;
  },
  staleTime: 60_000,
});

/** Reads the signed-in User. */
export function useMe() {
  // Another User may have signed in meanwhile, in another tab.
  return useQuery({ ...ME, refetchOnWindowFocus: 'always' });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Aborts requests under way. They would be refused after the sign-out and ask for the
      // password.
      await queryClient.cancelQueries();
      return request('DELETE', '/api/v2/browser-sessions/current', { endsSession: true });
    },
    onSuccess: leaveEverywhere,
    onError: (error) => {
      // An ended session counts as a successful sign-out.
      if (error instanceof ApiProblem && error.status === 401) return leaveEverywhere();
      notifyProblemAs(texts.stillSignedIn, error);
      void queryClient.invalidateQueries();
    },
  });
}

/** Leaves to the sign-up on a new installation, otherwise to the sign-in page. */
export async function leaveToSignIn(): Promise<void> {
  const firstRun = await get<{ is_open: boolean }>('/web/first-run').catch(() => null);
  location.replace(firstRun?.is_open ? '/first-run' : signInAddress());
}

/** Returns the address of the sign-in page, with the present address to come back to. */
export function signInAddress(): string {
  return `/sign-in?${new URLSearchParams({ return_to: location.pathname + location.search })}`;
}
