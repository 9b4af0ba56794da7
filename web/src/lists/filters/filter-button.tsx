import { laterMenu } from '../../layout/later-menu.tsx';
import { PlainFilterButton } from './plain-filter-button.tsx';

/**
 * The button that opens the form of a new filter. `without` are the fields that the page gives
 * itself.
 */
export const FilterButton = laterMenu<{ without?: string[] }>(
  ({ without: _, ...props }) => <PlainFilterButton {...props} />,
  'dialog',
  async () => (await import('./filter-popover.tsx')).FilterPopover,
);
