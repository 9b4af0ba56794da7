import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

type Target = { to: string; label: string; search?: Record<string, string | undefined>; state?: object };

/**
 * The link back to the parent page, with the parent's earlier `search` and `state`. It is large
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
