import { laterMenu } from '../../layout/later-menu.tsx';
import { ColumnButton } from './column-button.tsx';
import type { ColumnLayout } from './column-layout.ts';

/** The menu that chooses columns. */
export const ColumnMenu = laterMenu<{ columns: ColumnLayout }>(
  ({ columns: _, ...props }) => <ColumnButton {...props} />,
  'dialog',
  async () => (await import('./column-popover.tsx')).ColumnPopover,
);
