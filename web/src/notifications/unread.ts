import type { UnreadNotifications } from '@rapport/contract/notifications';
import { type QueryClient, useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reads } from '../api/queries.ts';

/** Everything that is read of notifications. */
export const NOTIFICATIONS_KEY = ['notifications'];

/** A page that asks for nothing for so long has what it shows. */
const QUIET_MS = 1000;

const UNREAD = {
  ...reads<UnreadNotifications>([...NOTIFICATIONS_KEY, 'unread'], '/api/v2/notifications/unread'),
  staleTime: 5_000,
  refetchOnWindowFocus: true,
};

/**
 * The number at the bell. It is asked for when the page that was opened has all that it shows, and
 * again when the stream of changes says so, in a window that nobody sees only to notify by the
 * browser.
 */
export function useUnread() {
  const isBusy = useIsFetching() > 0;
  const [hasBegun, begin] = useState(false);
  useEffect(() => {
    if (isBusy || hasBegun) return;
    const timer = setTimeout(() => begin(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isBusy, hasBegun]);
  return useQuery({ ...UNREAD, enabled: hasBegun });
}

export function readNotificationsAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
}
