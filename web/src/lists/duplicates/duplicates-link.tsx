import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';

/** The link to the page of likely duplicates, for a kind that has them. `look` places it. */
export function DuplicatesLink(look: AnchorProps) {
  const { path, isMatched } = useView();
  if (!isMatched) return null;
  return (
    <Anchor component={Link} to={`${path}/duplicates`} size="sm" className="back-link keep" {...look}>
      {records.duplicates}
    </Anchor>
  );
}
