import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentAccount } from './accounts/current-account.ts';
import type { Address } from './fields/address.ts';
import { KINDS_WITH_PAGES, kindNamed } from './fields/kinds.ts';
import { AccountsIcon, CalendarIcon, ReportsIcon, TodayIcon } from './layout/icons.tsx';
import { KindIcon } from './layout/kind-icon.tsx';
import { addressOfView, SAVED_VIEWS, useAccountOf } from './lists/saved/saved-views.ts';
import type { Action } from './palette/action.ts';
import { Palette } from './palette/palette.tsx';
import { type SettingsPage, settingsPages } from './settings-pages.tsx';
import { startOf } from './starts.ts';
import { nav } from './texts/common.ts';
import { palette as texts } from './texts/palette.ts';
import { savedViews } from './texts/saved-views.ts';

/** The palette with all pages. */
export function PaletteOfPages() {
  return <Palette pages={usePages()} />;
}

/** Returns all pages: those of records, with the saved views, the settings, and what is left. */
function usePages(): Action[] {
  const navigate = useNavigate();
  const account = useCurrentAccount();
  const accountOf = useAccountOf();
  const { data: views = [] } = useQuery(SAVED_VIEWS);
  const go = (
    label: string,
    address: Address,
    icon?: ReactNode,
    words = '',
    description?: string,
  ): Action => ({
    id: `${label} ${address.to} ${address.search?.view ?? ''}`,
    label,
    ...(description && { description }),
    leftSection: icon,
    words,
    onClick: () => void navigate(address as never),
  });
  const settings = settingsPages(account).flatMap(({ pages }) => pages);
  const business = account ? `/accounts/${account.uuid}` : '/accounts';
  return [
    go(nav.today, { to: '/today' }, <TodayIcon />),
    go(nav.calendar, { to: '/calendar' }, <CalendarIcon />, texts.calendarWords),
    ...KINDS_WITH_PAGES.map((kind) => go(kind.label, startOf(kind), <KindIcon resource={kind.resource} />)),
    ...views
      .filter((view) => account === null || view.account_uuid === account.uuid)
      .flatMap((view) => {
        const kind = kindNamed(view.resource);
        if (!kind) return [];
        const icon = <KindIcon resource={kind.resource} />;
        const label = texts.view(kind.label, view.name);
        return go(label, addressOfView(view, kind.path), icon, savedViews.word, accountOf(view));
      }),
    go(texts.members, { to: business }, <AccountsIcon />),
    ...texts.pages.map(([label, to, words]) => go(label, addressOf(to), iconOf(to, settings), words)),
    ...(account ? [go(texts.auditLog, { to: `/accounts/${account.uuid}/audit-log` }, <AccountsIcon />)] : []),
    ...settings.map(({ label, to, icon, words, about }) =>
      go(`${nav.settings}: ${label}`, { to }, icon, words, about),
    ),
  ];
}

/** The icon of a page: that of its kind of record, or of the page in the menu it belongs to. */
function iconOf(path: string, settings: SettingsPage[]): ReactNode {
  const kind = KINDS_WITH_PAGES.find((one) => path.startsWith(one.path));
  if (kind) return <KindIcon resource={kind.resource} />;
  if (path.startsWith('/reports')) return <ReportsIcon />;
  return settings.find(({ to }) => path.startsWith(to))?.icon;
}

/** Returns the address of a page from its path, which may have a query. */
function addressOf(path: string): Address {
  const [to = '', query] = path.split('?');
  return query ? { to, search: Object.fromEntries(new URLSearchParams(query)) } : { to };
}
