import { Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { UserButton } from './header-buttons.tsx';
import { useMe, useSignOut } from './identity/session.ts';
import { CheckIcon } from './layout/icons.tsx';
import { ButtonMenu } from './layout/menu.tsx';
import { nav } from './texts/common.ts';
import { settings } from './texts/settings.ts';

/** Who is signed in, the settings of that User, the colours, and the way out. */
export function UserMenu({ openHelp }: { openHelp: () => void }) {
  const { data: me } = useMe();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ButtonMenu
      position="bottom-end"
      width="min(13.75rem, calc(100vw - 10px))"
      button={(props) => <UserButton {...props} />}
    >
      <Menu.Dropdown>
        <Menu.Label>{me ? `${me.name} · ${me.email}` : nav.you}</Menu.Label>
        <Menu.Item component={Link} to="/settings/account-details">
          {settings.accountDetails.label}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings/security">
          {settings.security.label}
        </Menu.Item>
        <Menu.Item onClick={openHelp}>{nav.keyboard}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{nav.colours}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={scheme === colorScheme && <CheckIcon />}
          >
            {nav[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>{nav.signOut}</Menu.Item>
      </Menu.Dropdown>
    </ButtonMenu>
  );
}
