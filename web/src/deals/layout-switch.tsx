import { SegmentedControl } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { deals } from '../texts/deals.ts';
import { useRememberDeals } from './last-page.ts';

const PATHS = { board: '/deals/board', table: '/deals' };

/** Switches between the board and the table of Deals. */
export function LayoutSwitch() {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // While another page loads, the path is that of the other page.
  useRememberDeals(Object.values(PATHS).includes(path) ? path : null);
  return (
    <SegmentedControl
      aria-label={deals.layout}
      size="xs"
      data={[
        { value: 'board', label: deals.board },
        { value: 'table', label: deals.asTable },
      ]}
      value={path === PATHS.board ? 'board' : 'table'}
      onChange={(layout) => void navigate({ to: PATHS[layout as keyof typeof PATHS] })}
    />
  );
}
