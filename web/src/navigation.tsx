import { NavLink, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AccountSwitcher } from './accounts/account-switcher.tsx';
import { useCurrentAccount } from './accounts/current-account.ts';
import { useLastDeals } from './deals/last-page.ts';
import type { Address } from './fields/address.ts';
import { KINDS_IN_MENU, type Kind } from './fields/kinds.ts';
import { CalendarIcon, ReportsIcon, TodayIcon } from './layout/icons.tsx';
import { KindIcon } from './layout/kind-icon.tsx';
import { useLastList } from './lists/last-list.ts';
import { addressOfView, useAccountOf, usePinnedViews } from './lists/saved/saved-views.ts';
import { settingsPages } from './settings-pages.tsx';
import { startOf } from './starts.ts';
import { nav } from './texts/common.ts';

/** The menu: the kinds of record with the views of their lists, then the settings. */
export function Navigation({ onFollow }: { onFollow: () => void }) {
  const account = useCurrentAccount();
  return (
    <div className="navigation">
      <AccountSwitcher className="account-switcher-in-menu" />
      <Item to="/today" label={nav.today} icon={<TodayIcon />} onFollow={onFollow} />
      <Item to="/calendar" label={nav.calendar} icon={<CalendarIcon />} onFollow={onFollow} />
      {KINDS_IN_MENU.map((kind) => (
        <KindItems key={kind.path} kind={kind} onFollow={onFollow} />
      ))}
      <Item to="/reports" label={nav.reports} icon={<ReportsIcon />} onFollow={onFollow} />
      <div className="nav-gap" />
      <Text size="xs" fw="bold" px="sm" pb={2}>
        {nav.settings}
      </Text>
      {settingsPages(account).map(({ title, pages }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
        <div key={title} role="group" aria-label={`${nav.settings}: ${title}`}>
          <Text size="xs" c="dimmed" px="sm" pt={6} aria-hidden>
            {title}
          </Text>
          {pages.map(({ to, label, icon }) => (
            <Item key={to} to={to} label={label} icon={icon} onFollow={onFollow} isSetting />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The list of a kind as the User left it, and below it the views that they have pinned. */
function KindItems({ kind, onFollow }: { kind: Kind; onFollow: () => void }) {
  const deals = useLastDeals();
  const last = useLastList(kind.path, startOf(kind));
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const { view: open } = search as { view?: string };
  const start = kind.resource === 'deal' ? deals : last;
  const views = usePinnedViews(kind.resource);
  const accountOf = useAccountOf();
  const openView = views.find(({ uuid }) => uuid === open && pathname.startsWith(kind.path));
  return (
    <>
      <Item
        to={kind.path}
        // From the list itself, the way leads to all of it.
        start={pathname === start.to ? startOf(kind) : start}
        label={kind.label}
        icon={<KindIcon resource={kind.resource} />}
        isLeft={openView !== undefined}
        onFollow={onFollow}
      />
      {views.map((view) => {
        const { to, search } = addressOfView(view, kind.path);
        const isOpen = view === openView;
        return (
          <NavLink
            key={view.uuid}
            component={Link}
            to={to}
            search={search as never}
            label={view.name}
            description={accountOf(view)}
            {...current(isOpen)}
            onClick={onFollow}
            className="nav-view"
          />
        );
      })}
    </>
  );
}

/**
 * A link of the menu, marked on all pages below `to`. The list of Accounts is not marked on the
 * page of one. It leads to `start`, if that is given.
 */
function Item(props: {
  to: string;
  start?: Address;
  label: string;
  icon: ReactNode;
  isSetting?: boolean;
  /** True if a link below it is the one to mark. */
  isLeft?: boolean;
  onFollow: () => void;
}) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isBelow = props.to !== '/accounts' && path.startsWith(`${props.to}/`);
  const isHere = !props.isLeft && (path === props.to || isBelow);
  return (
    <NavLink
      component={Link}
      to={props.start?.to ?? props.to}
      search={props.start?.search as never}
      label={props.label}
      leftSection={props.icon}
      {...current(isHere)}
      onClick={props.onFollow}
      className={props.isSetting ? 'nav-item nav-setting' : 'nav-item'}
    />
  );
}

/** Marks the link of the page that is shown, instead of all whose address begins the same. */
function current(isHere: boolean) {
  const mark = isHere ? ('page' as const) : undefined;
  return { active: isHere, activeProps: { 'aria-current': mark }, 'aria-current': mark };
}
