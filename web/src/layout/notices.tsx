import { Notifications } from '@mantine/notifications';

/** Shows the notices of `notify`, including those from before this script was loaded. */
export function Notices() {
  return <Notifications position="bottom-center" limit={5} />;
}
