import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Link, Outlet } from '@tanstack/react-router';
import { AccountSwitcher } from './accounts/account-switcher.tsx';
import { useMe, useSignOut } from './identity/session.ts';
import { SessionGate } from './identity/session-gate.tsx';
import { SearchIcon, SunMoonIcon, UserIcon } from './layout/icons.tsx';
import { later } from './layout/later.tsx';
import { Navigation } from './navigation.tsx';
import { useClosedAccount } from './security/closed-account.ts';
import { common, nav } from './texts/common.ts';
import { settings } from './texts/settings.ts';

const Palette = later(async () => (await import('./palette.tsx')).Palette);
const KeyboardHelp = later(async () => (await import('./layout/keyboard-help.tsx')).KeyboardHelp);
const ClosedAccounts = later(async () => (await import('./security/closed-accounts.tsx')).ClosedAccounts);

/**
 * The frame of every page. It is shown at once, because the server redirects everybody who is not
 * signed in.
 */
export function Shell() {
  const [menuIsOpen, menu] = useDisclosure();
  const [helpIsOpen, help] = useDisclosure();
  useHotkeys([['shift+?', help.open]]);
  // The palette opens even while somebody types in a field.
  useHotkeys([['mod+K', spotlight.open]], []);
  return (
    <>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !menuIsOpen } }}
        padding="md"
      >
        <a className="skip" href="#content">
          {nav.skip}
        </a>
        <AppShell.Header aria-label={common.product}>
          <Header menuIsOpen={menuIsOpen} toggleMenu={menu.toggle} openHelp={help.open} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={nav.label} className={menuIsOpen ? undefined : 'closed-menu'}>
          <Navigation onFollow={menu.close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <div className="page-box">
            <Offline />
            <SessionGate>
              <OpenPage />
              <Palette />
            </SessionGate>
          </div>
        </AppShell.Main>
      </AppShell>
      <KeyboardHelp opened={helpIsOpen} onClose={help.close} />
    </>
  );
}

/**
 * The page itself. Loads the way to a second factor only if an Account requires one, because most
 * Users need none of it.
 */
function OpenPage() {
  const { names, here } = useClosedAccount();
  return (
    <>
      {names.length > 0 && <ClosedAccounts names={names} here={here} />}
      {here === null && <Outlet />}
    </>
  );
}

/** Says that nothing can be read or saved without a connection, before somebody wonders. */
function Offline() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="orange" mb="sm" title={common.offlineTitle}>
          {common.offline}
        </Alert>
      )}
    </div>
  );
}

function Header(props: { menuIsOpen: boolean; toggleMenu: () => void; openHelp: () => void }) {
  return (
    <div className="header-box">
      <Group h="100%" px="md" gap="sm" wrap="nowrap" className="header">
        <Burger
          opened={props.menuIsOpen}
          onClick={props.toggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={nav.menu}
          aria-expanded={props.menuIsOpen}
        />
        <Link to="/" className="brand" aria-label={common.product}>
          <img src="/favicon.svg" alt="" className="brand-mark" />
          <Text fw={650} visibleFrom="sm" component="span">
            {common.product}
          </Text>
        </Link>
        <AccountSwitcher className="account-switcher" />
        <Group gap="xs" ml="auto" wrap="nowrap">
          <UnstyledButton className="palette-button" onClick={spotlight.open} visibleFrom="sm">
            <SearchIcon />
            <Text size="sm" component="span">
              {nav.search}
            </Text>
            <kbd>{nav.searchKeys}</kbd>
          </UnstyledButton>
          <ActionIcon
            variant="subtle"
            color="gray"
            hiddenFrom="sm"
            aria-label={nav.search}
            onClick={spotlight.open}
            size="lg"
          >
            <SearchIcon />
          </ActionIcon>
          <ColourMenu />
          <UserMenu openHelp={props.openHelp} />
        </Group>
      </Group>
    </div>
  );
}

function ColourMenu() {
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={nav.colours}>
          <SunMoonIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {nav[scheme]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function UserMenu({ openHelp }: { openHelp: () => void }) {
  const { data: me } = useMe();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width="min(13.75rem, calc(100vw - 10px))">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={nav.you}>
          <UserIcon />
        </ActionIcon>
      </Menu.Target>
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
        <Menu.Item onClick={() => signOut.mutate()}>{nav.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
