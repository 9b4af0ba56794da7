import { ActionIcon, Alert, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { Link, Outlet } from '@tanstack/react-router';
import { AccountSwitcher } from './accounts/account-switcher.tsx';
import { ColourButton, UserButton } from './header-buttons.tsx';
import { SessionGate } from './identity/session-gate.tsx';
import { SearchIcon } from './layout/icons.tsx';
import { later } from './layout/later.tsx';
import { laterMenu } from './layout/later-menu.tsx';
import { Opening } from './layout/loading.tsx';
import { Navigation } from './navigation.tsx';
import { BellButton } from './notifications/bell-button.tsx';
import { PALETTE, palette } from './palette-store.ts';
import { useClosedAccount } from './security/closed-account.ts';
import { common, nav } from './texts/common.ts';

const Palette = later(
  async () => (await import('./palette.tsx')).Palette,
  () => <PaletteOpening />,
);
const KeyboardHelp = later(async () => (await import('./layout/keyboard-help.tsx')).KeyboardHelp);
const Bell = laterMenu(BellButton, 'dialog', async () => (await import('./notifications/bell.tsx')).Bell);
const ColourMenu = laterMenu(
  ColourButton,
  'menu',
  async () => (await import('./colour-menu.tsx')).ColourMenu,
);
const UserMenu = laterMenu<{ openHelp: () => void }>(
  UserButton,
  'menu',
  async () => (await import('./user-menu.tsx')).UserMenu,
);
const LivePages = later(async () => (await import('./lists/live/live-pages.tsx')).LivePages);
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
  useHotkeys([['mod+K', palette.open]], []);
  return (
    <>
      <a className="skip" href="#content">
        {nav.skip}
      </a>
      {/* The class keeps the header in place while a dialog takes the scroll bar away. */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the header of a page is a landmark */}
      <header className="shell-header right-scroll-bar-position" aria-label={common.product}>
        <Header menuIsOpen={menuIsOpen} toggleMenu={menu.toggle} openHelp={help.open} />
      </header>
      <nav className="shell-menu" aria-label={nav.label} data-open={menuIsOpen || undefined}>
        <Navigation onFollow={menu.close} />
      </nav>
      <main className="shell-page" id="content" tabIndex={-1}>
        <div className="page-box">
          <Offline />
          <SessionGate>
            <OpenPage />
            <Palette />
            <LivePages />
          </SessionGate>
        </div>
      </main>
      <KeyboardHelp opened={helpIsOpen} onClose={help.close} />
    </>
  );
}

function PaletteOpening() {
  return useSpotlight(PALETTE).opened && <Opening />;
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
          <Text fw="bold" visibleFrom="sm" component="span">
            {common.product}
          </Text>
        </Link>
        <AccountSwitcher className="account-switcher" />
        <Group gap="xs" ml="auto" wrap="nowrap">
          <UnstyledButton className="palette-button" onClick={palette.open} visibleFrom="sm">
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
            onClick={palette.open}
            size="lg"
          >
            <SearchIcon />
          </ActionIcon>
          <Bell />
          <ColourMenu />
          <UserMenu openHelp={props.openHelp} />
        </Group>
      </Group>
    </div>
  );
}
