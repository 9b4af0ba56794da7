import type { NotificationsRead, UnreadNotifications } from '@rapport/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { request } from '../api/request.ts';
import { readNotificationsAgain } from './unread.ts';

/**
 * Marks what tells of the record of the page as read while the User looks at it, so that neither
 * the bell nor a mail tells it once more.
 */
export function useSeenRecord(unread: UnreadNotifications | undefined): void {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const subject_uuid = /\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  const newest = unread && unread.unread > 0 ? unread.newest_uuid : null;
  useEffect(() => {
    if (!subject_uuid || !newest) return;
    const mark = async () => {
      if (!document.hasFocus()) return;
      const body = { subject_uuid };
      const answer = request<{ data: NotificationsRead }>('POST', '/api/v2/notifications/read', { body });
      const { data } = await answer.catch(() => ({ data: { read: 0 } }));
      if (data.read > 0) await readNotificationsAgain(queryClient);
    };
    void mark();
    window.addEventListener('focus', mark);
    return () => window.removeEventListener('focus', mark);
  }, [subject_uuid, newest, queryClient]);
}
