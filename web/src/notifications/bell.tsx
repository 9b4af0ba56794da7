import { ButtonPopover } from '../layout/menu.tsx';
import { BellButton } from './bell-button.tsx';
import { useBrowserNotifications } from './browser.ts';
import { NotificationList } from './notification-list.tsx';
import { useSeenRecord } from './seen-record.ts';
import { useUnread } from './unread.ts';

/** The bell with the number of what is unread, and the list at it. */
export function Bell() {
  const { data } = useUnread();
  useBrowserNotifications(data);
  useSeenRecord(data);
  return (
    <ButtonPopover
      position="bottom-end"
      width="min(25rem, calc(100vw - 10px))"
      button={(press) => <BellButton {...press} unread={data?.unread ?? 0} />}
    >
      {(close) => <NotificationList onFollow={close} />}
    </ButtonPopover>
  );
}
