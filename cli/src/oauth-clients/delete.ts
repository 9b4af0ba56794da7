import type { Command } from 'commander';
import { deleteClient } from '../../../server/src/oauth/clients/actions.ts';
import { clientVerb } from './verb.ts';

export function deleteOAuthClientCommand(): Command {
  return clientVerb(
    'delete',
    'Delete an application for good: its tokens are dead and its webhook subscriptions disabled.',
    '',
    'Deleted. This is what it was:',
    (service, cause, client_id) => deleteClient(service, cause, client_id),
  );
}
