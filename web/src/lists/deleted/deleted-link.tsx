import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useView } from '../../fields/view.ts';

/** The link to the deleted records. `look` places it. */
export function DeletedLink(look: AnchorProps) {
  const { path, texts } = useView();
  return (
    <Anchor component={Link} to={`${path}/deleted`} size="sm" className="back-link keep" {...look}>
      {texts.trash.title}
    </Anchor>
  );
}
