import { NavLink, TextInput, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { AccountSwitcher } from './accounts/account-switcher.tsx';
import { useCurrentAccount } from './accounts/current-account.ts';
import { useLastDeals } from './deals/last-page.ts';
import type { Address } from './fields/address.ts';
import { KINDS_IN_MENU, type Kind } from './fields/kinds.ts';
import { Hint } from './hint.tsx';
import {
  CalendarIcon,
  FoldIcon,
  NarrowIcon,
  OverviewIcon,
  ReportsIcon,
  SearchIcon,
  SettingsIcon,
  TodayIcon,
  WidenIcon,
} from './layout/icons.tsx';
import { KindIcon } from './layout/kind-icon.tsx';
import { useLastList } from './lists/last-list.ts';
import { addressOfView, useAccountOf, usePinnedViews } from './lists/saved/saved-views.ts';
import { isSetting, settingsFound } from './settings-pages.tsx';
import { startOf } from './starts.ts';
import { nav } from './texts/common.ts';

type Props = { onFollow: () => void; isNarrow: boolean; onNarrow: () => void };

/** The page from which the User went to the settings. */
let left: string | null = null;

/** The menu: what one works with. On a page of settings it is the menu of the settings. */
export function Navigation(props: Props) {
  const location = useRouterState({ select: (state) => state.location });
  const isInSettings = isSetting(location.pathname);
  useEffect(() => {
    if (!isInSettings) left = location.href;
  }, [isInSettings, location.href]);
  return isInSettings ? <SettingsMenu onFollow={props.onFollow} /> : <WorkMenu {...props} />;
}

function WorkMenu({ onFollow, isNarrow, onNarrow }: Props) {
  return (
    <>
      <AccountSwitcher />
      <div className="navigation">
        <Item to="/today" label={nav.today} icon={<TodayIcon />} onFollow={onFollow} />
        <Item to="/calendar" label={nav.calendar} icon={<CalendarIcon />} onFollow={onFollow} />
        <div className="nav-gap" />
        {KINDS_IN_MENU.map((kind) => (
          <KindItems key={kind.path} kind={kind} onFollow={onFollow} />
        ))}
        <div className="nav-gap" />
        <Item to="/overview" label={nav.overview} icon={<OverviewIcon />} onFollow={onFollow} />
        <Item to="/reports" label={nav.reports} icon={<ReportsIcon />} onFollow={onFollow} />
      </div>
      <Hint />
      <div className="nav-foot">
        {/* On a phone the menu stays, and shows the settings. */}
        <Item to="/settings" label={nav.settings} icon={<SettingsIcon />} onFollow={() => {}} />
        <UnstyledButton
          className="nav-narrow"
          aria-label={isNarrow ? nav.widen : nav.narrow}
          title={isNarrow ? nav.widen : nav.narrow}
          onClick={onNarrow}
        >
          {isNarrow ? <WidenIcon /> : <NarrowIcon />}
        </UnstyledButton>
      </div>
    </>
  );
}

/** The pages of settings in their groups, found by words, and the way back to the work. */
function SettingsMenu({ onFollow }: { onFollow: () => void }) {
  const account = useCurrentAccount();
  const [words, setWords] = useState('');
  const groups = settingsFound(account, words);
  return (
    <>
      <Link className="nav-back" to={left ?? '/today'} onClick={onFollow}>
        <span aria-hidden>←</span>
        <span className="only-heard">{nav.back}: </span>
        {nav.settings}
      </Link>
      <TextInput
        className="nav-find"
        size="xs"
        type="search"
        aria-label={nav.findSetting}
        placeholder={nav.findSetting}
        leftSection={<SearchIcon />}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <div className="navigation">
        {groups.length === 0 && <p className="nav-title">{nav.noSetting}</p>}
        {groups.map(({ title, pages }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
          <div key={title} role="group" aria-label={`${nav.settings}: ${title}`}>
            <p className="nav-title" aria-hidden>
              {title}
            </p>
            {pages.map(({ to, label, icon }) => (
              <Item key={to} to={to} label={label} icon={icon} onFollow={onFollow} />
            ))}
          </div>
        ))}
      </div>
    </>
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
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'rapport-folded-views',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const isFolded = folded.includes(kind.resource);
  const fold = () =>
    setFolded(isFolded ? folded.filter((one) => one !== kind.resource) : [...folded, kind.resource]);
  const openView = views.find(({ uuid }) => uuid === open && pathname.startsWith(kind.path));
  return (
    <>
      <div className="nav-kind">
        <Item
          to={kind.path}
          // From the list itself, the way leads to all of it.
          start={pathname === start.to ? startOf(kind) : start}
          label={kind.label}
          icon={<KindIcon resource={kind.resource} />}
          isLeft={openView !== undefined}
          onFollow={onFollow}
        />
        {views.length > 0 && (
          <UnstyledButton
            className="nav-fold"
            aria-expanded={!isFolded}
            aria-label={nav.viewsOf(kind.label)}
            onClick={fold}
          >
            <FoldIcon />
          </UnstyledButton>
        )}
      </div>
      {!isFolded &&
        views.map((view) => {
          const { to, search } = addressOfView(view, kind.path);
          const isOpen = view === openView;
          const isTwice = views.some((other) => other !== view && other.name === view.name);
          const account = accountOf(view);
          return (
            <NavLink
              key={view.uuid}
              component={Link}
              to={to}
              search={search as never}
              label={
                isTwice && account ? (
                  <span className="nav-twice">
                    <span>{view.name}</span> <small>{account}</small>
                  </span>
                ) : (
                  view.name
                )
              }
              title={[view.name, account].filter(Boolean).join(' · ')}
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
      className="nav-item"
      title={props.label}
    />
  );
}

/** Marks the link of the page that is shown, instead of all whose address begins the same. */
function current(isHere: boolean) {
  const mark = isHere ? ('page' as const) : undefined;
  return {
    active: isHere,
    activeOptions: { exact: true },
    activeProps: { 'aria-current': mark },
    'aria-current': mark,
  };
}
