import { Notifications } from '@mantine/notifications';

/** The notices of `notify`, also those from before this was here. */
export function Notices() {
  return <Notifications position="bottom-center" limit={5} />;
}
