import { Badge } from '@mantine/core';

/** A badge with the label of a choice, in the choice's colour. */
export function ChoiceBadge({ label, colour }: { label: string; colour: string | undefined }) {
  return (
    <Badge variant="light" color={colour ?? 'gray'} size="sm" tt="none">
      {label}
    </Badge>
  );
}
