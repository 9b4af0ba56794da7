import type { Command } from 'commander';
import { setDisabled } from '../../../server/src/oauth/applications/actions.ts';
import { applicationVerb } from './verb.ts';

export function disableApplicationCommand(): Command {
  return applicationVerb(
    'disable',
    'Stop an application: nobody can let it in, and none of its tokens works until it is enabled.',
    '',
    'Disabled. Its tokens are refused from the next request on.',
    (service, cause, client_id) => setDisabled(service, cause, client_id, true),
  );
}

export function enableApplicationCommand(): Command {
  return applicationVerb(
    'enable',
    'Let a disabled application work again, with the tokens it has.',
    '',
    'Enabled.',
    (service, cause, client_id) => setDisabled(service, cause, client_id, false),
  );
}
