import { Alert, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useLocalStorage, useNetwork } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { Outlet } from '@tanstack/react-router';
import { UserButton } from './header-buttons.tsx';
import { SessionGate } from './identity/session-gate.tsx';
import { SearchIcon } from './layout/icons.tsx';
import { later } from './layout/later.tsx';
import { laterMenu } from './layout/later-menu.tsx';
import { Opening } from './layout/loading.tsx';
import { Navigation } from './navigation.tsx';
import { BellButton } from './notifications/bell-button.tsx';
import { openPalette, PALETTE } from './palette/store.ts';
import { useClosedAccount } from './security/closed-account.ts';
import { Tabs } from './tabs.tsx';
import { common, nav } from './texts/common.ts';

const Palette = later(
  async () => (await import('./palette-pages.tsx')).PaletteOfPages,
  () => <PaletteOpening />,
);
const KeyboardHelp = later(async () => (await import('./layout/keyboard-help.tsx')).KeyboardHelp);
const Bell = laterMenu(BellButton, 'dialog', async () => (await import('./notifications/bell.tsx')).Bell);
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
  const [isNarrow, setIsNarrow] = useLocalStorage({
    key: 'rapport-menu-narrow',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  useHotkeys([['shift+?', help.open]]);
  // The palette opens even while somebody types in a field.
  useHotkeys([['mod+K', openPalette]], []);
  return (
    <div className="shell" data-narrow={isNarrow || undefined}>
      <a className="skip" href="#content">
        {nav.skip}
      </a>
      {/* The class keeps the bar in place while a dialog takes the scroll bar away. */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the header of a page is a landmark */}
      <header className="shell-bar right-scroll-bar-position" aria-label={common.product}>
        <UnstyledButton className="palette-button" onClick={openPalette}>
          <SearchIcon />
          <span>{nav.search}</span>
          <kbd>{nav.searchKeys}</kbd>
        </UnstyledButton>
        <Bell />
        <UserMenu openHelp={help.open} />
      </header>
      <nav className="shell-menu" aria-label={nav.label} data-open={menuIsOpen || undefined}>
        <Navigation
          onFollow={menu.close}
          isNarrow={isNarrow && !menuIsOpen}
          onNarrow={() => setIsNarrow(!isNarrow)}
        />
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
      <Tabs menuIsOpen={menuIsOpen} toggleMenu={menu.toggle} closeMenu={menu.close} />
      <KeyboardHelp opened={helpIsOpen} onClose={help.close} />
    </div>
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
