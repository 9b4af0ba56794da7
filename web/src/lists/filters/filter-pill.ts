import { laterMenu } from '../../layout/later-menu.tsx';
import { PillButton, type PillProps } from './pill-button.tsx';

/** The words of a filter, which open its form. */
export const FilterPill = laterMenu<PillProps>(
  PillButton,
  'dialog',
  async () => (await import('./pill-popover.tsx')).PillPopover,
);
