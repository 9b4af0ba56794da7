import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The way back to the page above, and to the `search` that was there; large enough for a finger. */
export function BackLink(props: { to: string; label: string; search?: Record<string, string | undefined> }) {
  const { to, label, search } = props;
  return (
    <Anchor component={Link} to={to} search={search as never} size="sm" className="back-link">
      ← {label}
    </Anchor>
  );
}
