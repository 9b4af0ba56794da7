import { Badge } from '@mantine/core';
import { useTags } from './use-tags.ts';

/** A tag in its colour, if it has one. */
export function TagBadge({ name, colour }: { name: string; colour: string | null | undefined }) {
  return colour ? (
    <Badge variant="light" color={colour} size="sm" tt="none">
      {name}
    </Badge>
  ) : (
    <Badge variant="default" size="sm" tt="none" fw={500}>
      {name}
    </Badge>
  );
}

/** Tags of a record of an Account, in the colours that they have there. */
export function TagBadges({ names, account_uuid }: { names: string[]; account_uuid: string }) {
  const tags = useTags(account_uuid);
  return names.map((name) => (
    <TagBadge key={name} name={name} colour={tags.find((tag) => tag.name === name)?.color} />
  ));
}
