import { UnstyledButton } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { KINDS_IN_MENU } from './fields/kinds.ts';
import { CalendarIcon, MenuIcon, TodayIcon } from './layout/icons.tsx';
import { KindIcon } from './layout/kind-icon.tsx';
import { startOf } from './starts.ts';
import { nav } from './texts/common.ts';

const KINDS = KINDS_IN_MENU.filter(({ resource }) => ['client', 'deal'].includes(resource)).map((kind) => ({
  ...startOf(kind),
  path: kind.path,
  label: nav.inTabs[kind.resource] ?? kind.label,
  icon: <KindIcon resource={kind.resource} />,
}));

const TABS = [
  { to: '/today', path: '/today', label: nav.today, icon: <TodayIcon />, search: undefined },
  ...KINDS,
  { to: '/calendar', path: '/calendar', label: nav.calendar, icon: <CalendarIcon />, search: undefined },
];

/** The tabs of a phone, at the thumb: what one opens most, and the menu with the rest. */
export function Tabs(props: { menuIsOpen: boolean; toggleMenu: () => void; closeMenu: () => void }) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav className="tabs" aria-label={nav.tabs}>
      {TABS.map(({ to, path, label, icon, search }) => (
        <Link
          key={to}
          to={to}
          search={search as never}
          onClick={props.closeMenu}
          aria-current={pathname.startsWith(path) ? 'page' : undefined}
        >
          {icon}
          <span>{label}</span>
        </Link>
      ))}
      <UnstyledButton onClick={props.toggleMenu} aria-expanded={props.menuIsOpen}>
        <MenuIcon />
        <span>{nav.menu}</span>
      </UnstyledButton>
    </nav>
  );
}
