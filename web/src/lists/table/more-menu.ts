import { laterMenu } from '../../layout/later-menu.tsx';
import { MoreButton, type MoreProps } from './more-button.tsx';

/** The button "…" of a list. */
export const MoreMenu = laterMenu<MoreProps>(
  MoreButton,
  'dialog',
  async () => (await import('./more-popover.tsx')).MorePopover,
);
