import type { Command } from 'commander';
import { getClient } from '../../../server/src/oauth/clients/actions.ts';
import { clientVerb } from './verb.ts';

export function showOAuthClientCommand(): Command {
  return clientVerb('show', 'Show an application.', '', null, (service, _cause, client_id) =>
    getClient(service, client_id),
  );
}
