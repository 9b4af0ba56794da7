import type { Command } from 'commander';
import { addAllowedOrigin, removeAllowedOrigin } from '../../../server/src/oauth/applications/actions.ts';
import type { OutputOptions } from '../output.ts';
import { applicationVerb } from './verb.ts';

type Options = OutputOptions & { origin: string };

export function addAllowedOriginCommand(): Command {
  return applicationVerb<Options>(
    'add-allowed-origin',
    'Let web pages of an origin call the API with a token (CORS).',
    ' --origin https://app.ledger.example',
    'Origin registered. Browsers let its pages call the API at once.',
    (service, cause, client_id, { origin }) => addAllowedOrigin(service, cause, client_id, origin),
  ).requiredOption('--origin <origin>', 'https, host and port without a path; http on localhost');
}

export function removeAllowedOriginCommand(): Command {
  return applicationVerb<Options>(
    'remove-allowed-origin',
    'Stop web pages of an origin from calling the API.',
    ' --origin https://app.ledger.example',
    'Origin removed. Browsers may go on using it for ten minutes.',
    (service, cause, client_id, { origin }) => removeAllowedOrigin(service, cause, client_id, origin),
  ).requiredOption('--origin <origin>', 'the origin to remove');
}
