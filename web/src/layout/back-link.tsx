import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The way back to the page above; large enough for a finger. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className="back-link">
      ← {label}
    </Anchor>
  );
}
