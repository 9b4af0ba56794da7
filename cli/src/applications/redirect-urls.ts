import type { Command } from 'commander';
import { addRedirectUrl, removeRedirectUrl } from '../../../server/src/oauth/applications/actions.ts';
import type { OutputOptions } from '../output.ts';
import { applicationVerb } from './verb.ts';

type Options = OutputOptions & { redirectUrl: string };

export function addRedirectUrlCommand(): Command {
  return applicationVerb<Options>(
    'add-redirect-url',
    'Register one more URL where Users may be sent back to.',
    ' --redirect-url https://ledger.example/callback',
    'Redirect URL registered. It works at once.',
    (service, cause, client_id, { redirectUrl }) => addRedirectUrl(service, cause, client_id, redirectUrl),
  ).requiredOption('--redirect-url <url>', 'https, or http on localhost; compared character by character');
}

export function removeRedirectUrlCommand(): Command {
  return applicationVerb<Options>(
    'remove-redirect-url',
    'Remove a redirect URL. Users who are connected stay connected.',
    ' --redirect-url https://ledger.example/callback',
    'Redirect URL removed. Authorization requests with it are refused from now on.',
    (service, cause, client_id, { redirectUrl }) => removeRedirectUrl(service, cause, client_id, redirectUrl),
  ).requiredOption('--redirect-url <url>', 'the URL to remove');
}
