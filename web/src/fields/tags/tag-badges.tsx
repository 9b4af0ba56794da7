import { dotOf } from '../../layout/dot.ts';
import { useTags } from './use-tags.ts';

/** A tag, with a dot in its colour if it has one. */
export function TagBadge({ name, colour }: { name: string; colour: string | null | undefined }) {
  return (
    <span
      className="tag"
      data-coloured={colour ? true : undefined}
      style={colour ? dotOf(colour) : undefined}
    >
      <span>{name}</span>
    </span>
  );
}

/** Tags of a record of an Account, in the colours that they have there. */
export function TagBadges({ names, account_uuid }: { names: string[]; account_uuid: string }) {
  const tags = useTags(account_uuid);
  return names.map((name) => (
    <TagBadge key={name} name={name} colour={tags.find((tag) => tag.name === name)?.color} />
  ));
}
