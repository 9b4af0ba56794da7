import { Badge } from '@mantine/core';

/** A value of few that has a colour of its own. */
export function ChoiceBadge({ label, colour }: { label: string; colour: string | undefined }) {
  return (
    <Badge variant="light" color={colour ?? 'gray'} size="sm" tt="none">
      {label}
    </Badge>
  );
}
