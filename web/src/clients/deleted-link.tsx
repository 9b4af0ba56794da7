import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { deletedClients } from '../texts/deleted-clients.ts';

/** The way to the deleted Clients; `look` is where it stands, and at which width of the window. */
export function DeletedLink(look: AnchorProps) {
  return (
    <Anchor component={Link} to="/clients/deleted" size="sm" className="back-link keep" {...look}>
      {deletedClients.title}
    </Anchor>
  );
}
