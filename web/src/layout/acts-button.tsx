import { ActionIcon } from '@mantine/core';
import { records } from '../texts/records.ts';
import { MoreIcon } from './icons.tsx';
import type { ButtonProps } from './later-menu.tsx';

/** The button of the menu with what one does rarely. */
export function ActsButton(props: ButtonProps) {
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={records.more}>
      <MoreIcon />
    </ActionIcon>
  );
}
