import './notices.css';
import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

/**
 * Shows the notices of `showNotice` in the bar, including those from before this script
 * was loaded. They lie over no row and no form. Ctrl Z takes back what the notice offers to.
 */
export function Notices() {
  useHotkeys([['mod+Z', () => document.querySelector<HTMLElement>('.notice-undo')?.click()]]);
  return <Notifications position="top-right" limit={2} />;
}
