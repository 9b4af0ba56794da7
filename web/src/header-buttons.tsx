import { ActionIcon } from '@mantine/core';
import { useMe } from './identity/session.ts';
import { Face } from './layout/face.tsx';
import { UserIcon } from './layout/icons.tsx';
import type { ButtonProps } from './layout/later-menu.tsx';
import { nav } from './texts/common.ts';

/** The button of the person who is signed in. Its menu is loaded later. */
export function UserButton({ openHelp: _, ...props }: ButtonProps & { openHelp?: () => void }) {
  const { data: me } = useMe();
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={nav.you}>
      {me ? <Face id={me.uuid} name={me.name} /> : <UserIcon />}
    </ActionIcon>
  );
}
