import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

type Target = { to: string; label: string; search?: Record<string, string | undefined>; state?: object };

/**
 * The way back to the page above, with its earlier `search` and the `state` it is to know; large
 * enough for a finger.
 */
export function BackLink({ to, label, search, state }: Target) {
  return (
    <Anchor
      component={Link}
      to={to}
      search={search as never}
      state={state as never}
      size="sm"
      className="back-link"
    >
      ← {label}
    </Anchor>
  );
}
