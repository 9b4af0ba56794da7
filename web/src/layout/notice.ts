import { type NotificationData, notifications } from '@mantine/notifications';

/** Long enough to read a sentence, notice a mistake and take it back. */
const SHOWN_MS = 10_000;

type Shown = { id: string; notice: NotificationData };

/** What is shown: a notice that passes, and one that stays until it is closed. */
const shown: { brief: Shown | null; kept: Shown | null } = { brief: null, kept: null };

/** Notices that stay until they are closed, and have given way to a newer one. */
const waiting: NotificationData[] = [];

/**
 * Shows a notice in the bar, in place of the one before. One that stays until it is closed
 * (`autoClose: false`), such as a failure, stands beside one that passes, and comes back after a
 * newer of its sort: neither a failure nor an undo is lost unread. Returns the notice's id.
 */
export function showNotice(notice: NotificationData): string {
  const sort = notice.autoClose === false ? 'kept' : 'brief';
  const before = shown[sort];
  shown[sort] = null;
  if (before !== null) {
    if (sort === 'kept') waiting.push(before.notice);
    notifications.hide(before.id);
  }
  const id: string = notifications.show({
    autoClose: SHOWN_MS,
    ...notice,
    onClose: (closed) => {
      notice.onClose?.(closed);
      // It has given way to a newer one.
      if (shown[sort]?.id !== id) return;
      shown[sort] = null;
      const next = sort === 'kept' ? waiting.pop() : undefined;
      if (next) showNotice(next);
    },
  });
  shown[sort] = { id, notice };
  return id;
}

/** Changes the words of a shown notice. */
export function updateNotice(id: string, notice: NotificationData): void {
  notifications.update({ id, ...notice });
}

/** Takes a notice away, also one that waits. */
export function hideNotice(id: string): void {
  notifications.hide(id);
}
