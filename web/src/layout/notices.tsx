import { Notifications } from '@mantine/notifications';

/** What `notify` says, also of what was said before this was here. */
export function Notices() {
  return <Notifications position="bottom-center" limit={5} />;
}
