import type { Command } from 'commander';
import { setDisabled } from '../../../server/src/oauth/clients/actions.ts';
import { clientVerb } from './verb.ts';

export function disableOAuthClientCommand(): Command {
  return clientVerb(
    'disable',
    'Stop an application: nobody can let it in, and none of its tokens works until it is enabled.',
    '',
    'Disabled. Its tokens are refused from the next request on.',
    (service, cause, client_id) => setDisabled(service, cause, client_id, true),
  );
}

export function enableOAuthClientCommand(): Command {
  return clientVerb(
    'enable',
    'Let a disabled application work again, with the tokens it has.',
    '',
    'Enabled.',
    (service, cause, client_id) => setDisabled(service, cause, client_id, false),
  );
}
