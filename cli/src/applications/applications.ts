import { type Command, Option } from 'commander';
import {
  addAddress,
  changeSettings,
  deleteApplication,
  getApplication,
  removeAddress,
  setDisabled,
} from '../../../server/src/oauth/applications/actions.ts';
import { ID_TOKEN_ALGORITHMS, type IdTokenAlgorithm } from '../../../server/src/oauth/openid/algorithms.ts';
import { noun } from '../noun.ts';
import type { OutputOptions } from '../output.ts';
import { applicationVerb } from './application-verb.ts';
import { createApplicationCommand } from './create.ts';
import { listApplicationsCommand } from './list.ts';
import { rotateSecretCommand } from './rotate-secret.ts';

type UrlOptions = OutputOptions & { redirectUrl: string };
type OriginOptions = OutputOptions & { origin: string };

export function applicationsCommand(): Command {
  return noun(
    'oauth-clients',
    'Applications that Users can let in.',
    createApplicationCommand(),
    listApplicationsCommand(),
    applicationVerb('show', 'Show an application.', '', null, (service, _cause, client_id) =>
      getApplication(service, client_id),
    ),
    applicationVerb<UrlOptions>(
      'add-redirect-url',
      'Register one more URL where Users may be sent back to.',
      ' --redirect-url https://ledger.example/callback',
      'Redirect URL registered. It works at once.',
      (service, cause, client_id, { redirectUrl }) =>
        addAddress(service, cause, client_id, 'redirect_urls', redirectUrl),
    ).requiredOption('--redirect-url <url>', 'https, or http on localhost; compared character by character'),
    applicationVerb<UrlOptions>(
      'remove-redirect-url',
      'Remove a redirect URL. Users who are connected stay connected.',
      ' --redirect-url https://ledger.example/callback',
      'Redirect URL removed. Authorization requests with it are refused from now on.',
      (service, cause, client_id, { redirectUrl }) =>
        removeAddress(service, cause, client_id, 'redirect_urls', redirectUrl),
    ).requiredOption('--redirect-url <url>', 'the URL to remove'),
    applicationVerb<OriginOptions>(
      'add-allowed-origin',
      'Let web pages of an origin call the API with a token (CORS).',
      ' --origin https://app.ledger.example',
      'Origin registered. Browsers let its pages call the API at once.',
      (service, cause, client_id, { origin }) =>
        addAddress(service, cause, client_id, 'allowed_origins', origin),
    ).requiredOption('--origin <origin>', 'https, host and port without a path; http on localhost'),
    applicationVerb<OriginOptions>(
      'remove-allowed-origin',
      'Stop web pages of an origin from calling the API.',
      ' --origin https://app.ledger.example',
      'Origin removed. Browsers may go on using it for ten minutes.',
      (service, cause, client_id, { origin }) =>
        removeAddress(service, cause, client_id, 'allowed_origins', origin),
    ).requiredOption('--origin <origin>', 'the origin to remove'),
    rotateSecretCommand(),
    applicationVerb<OutputOptions & { off?: boolean }>(
      'require-pkce',
      'Refuse authorization requests of an application that do not use PKCE (S256).',
      '',
      'Changed. This applies to authorization requests from now on.',
      (service, cause, client_id, { off }) =>
        changeSettings(service, cause, client_id, { require_pkce: !off }),
    ).option('--off', 'make PKCE optional again'),
    applicationVerb<OutputOptions & { alg: IdTokenAlgorithm }>(
      'id-token-alg',
      'Choose the algorithm that signs the ID tokens of an application. Its library must expect the same.',
      ' --alg ES256',
      'Changed. It signs ID tokens from now on.',
      (service, cause, client_id, { alg }) =>
        changeSettings(service, cause, client_id, { id_token_signed_response_alg: alg }),
    ).addOption(
      new Option('--alg <algorithm>', 'RS256, which every library knows, or ES256')
        .choices(ID_TOKEN_ALGORITHMS)
        .makeOptionMandatory(),
    ),
    applicationVerb(
      'disable',
      'Stop an application: nobody can let it in, and none of its tokens works until it is enabled.',
      '',
      'Disabled. Its tokens are refused from the next request on.',
      (service, cause, client_id) => setDisabled(service, cause, client_id, true),
    ),
    applicationVerb(
      'enable',
      'Let a disabled application work again, with the tokens it has.',
      '',
      'Enabled.',
      (service, cause, client_id) => setDisabled(service, cause, client_id, false),
    ),
    applicationVerb(
      'delete',
      'Delete an application for good: its tokens end and its webhook subscriptions are disabled.',
      '',
      'Deleted. This is what it was:',
      deleteApplication,
    ),
  );
}
