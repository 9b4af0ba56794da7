import { ActionIcon } from '@mantine/core';
import { SunMoonIcon, UserIcon } from './layout/icons.tsx';
import type { ButtonProps } from './layout/later-menu.tsx';
import { nav } from './texts/common.ts';

/** The buttons of the header whose menus are loaded later. */
export function ColourButton(props: ButtonProps) {
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={nav.colours}>
      <SunMoonIcon />
    </ActionIcon>
  );
}

export function UserButton({ openHelp: _, ...props }: ButtonProps & { openHelp?: () => void }) {
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={nav.you}>
      <UserIcon />
    </ActionIcon>
  );
}
