import { at } from './path.ts';
import type {
  Notification,
  NotificationSettings,
  NotificationSettingsUpdate,
  NotificationsRead,
  UnreadNotifications,
} from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { list, post, retrieve, update } from './verbs.ts';

/** Returns the functions about notifications: what the User is told without asking. */
export function notifications(send: Transport) {
  return {
    /** Lists them, newest first. */
    list: ({ unread }: { unread?: boolean } = {}, call: CallOptions = {}) =>
      list<Notification>(send, '/api/v2/notifications', { unread }, call),
    retrieve: (uuid: string, call: CallOptions = {}) =>
      retrieve<Notification>(send, at`/api/v2/notifications/${uuid}`, call),
    /** Counts the unread ones. */
    unread: (call: CallOptions = {}) =>
      retrieve<UnreadNotifications>(send, '/api/v2/notifications/unread', call),
    read: (uuid: string, call: CallOptions = {}) =>
      post<Notification>(send, at`/api/v2/notifications/${uuid}/read`, undefined, call),
    /** Marks as read: all, those up to the one that was seen last, or those about a record. */
    readAll: (seen?: string | { subject_uuid: string }, call: CallOptions = {}) => {
      const body = typeof seen === 'string' ? { until_uuid: seen } : (seen ?? {});
      return post<NotificationsRead>(send, '/api/v2/notifications/read', body, call);
    },
    /** What the User is told, and where. */
    settings: (call: CallOptions = {}) =>
      retrieve<NotificationSettings>(send, '/api/v2/notification-settings', call),
    updateSettings: (changes: NotificationSettingsUpdate, call: CallOptions = {}) =>
      update<NotificationSettings>(send, '/api/v2/notification-settings', changes, call),
  };
}
