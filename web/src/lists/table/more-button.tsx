import { ActionIcon } from '@mantine/core';
import { MoreIcon } from '../../layout/icons.tsx';
import type { ButtonProps } from '../../layout/later-menu.tsx';
import { records } from '../../texts/records.ts';

export type MoreProps = { isEmpty: boolean; mayWrite: boolean };

/** The button for what one needs rarely: what leads into and out of the list. */
export function MoreButton({ isEmpty: _, mayWrite: _m, ...props }: ButtonProps & Partial<MoreProps>) {
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={records.more}>
      <MoreIcon />
    </ActionIcon>
  );
}
