import type { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem, get, request } from '../api/request.ts';
import { keepDraftsOf } from '../layout/draft.ts';
import { notifyProblemAs } from '../layout/notify.ts';
import { identity as texts } from '../texts/identity.ts';
import { leaveEverywhere } from './one-user.ts';

/** The signed-in User. */
export function useMe() {
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const me = await get<CurrentUser>('/api/v2/me', signal);
      keepDraftsOf(me.uuid);
      return me;
    },
    staleTime: 60_000,
    // Somebody else may have signed in meanwhile, in another tab.
    refetchOnWindowFocus: 'always',
  });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Requests still under way would be refused, and ask for the password, which is not to be
      // entered again.
      await queryClient.cancelQueries();
      return request('DELETE', '/api/v2/browser-sessions/current', { endsSession: true });
    },
    onSuccess: leaveEverywhere,
    onError: (error) => {
      // A User whose session has already ended is signed out, too.
      if (error instanceof ApiProblem && error.status === 401) return leaveEverywhere();
      notifyProblemAs(texts.stillSignedIn, error);
      void queryClient.invalidateQueries();
    },
  });
}

/**
 * Where somebody goes who is not signed in: to sign up on a new installation, to the sign-in page
 * otherwise.
 */
export async function leaveToSignIn(): Promise<void> {
  const firstRun = await get<{ is_open: boolean }>('/web/first-run').catch(() => null);
  location.replace(firstRun?.is_open ? '/first-run' : signInAddress());
}

/** Where to sign in, and to come back from there. */
export function signInAddress(): string {
  return `/sign-in?${new URLSearchParams({ return_to: location.pathname + location.search })}`;
}
