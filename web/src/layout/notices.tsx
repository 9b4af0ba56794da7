import { Notifications } from '@mantine/notifications';

/** Shows the notices of `notify`, also those made before this script was loaded. */
export function Notices() {
  return <Notifications position="bottom-center" limit={5} />;
}
