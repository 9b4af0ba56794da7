import { Option } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import {
  type ApplicationWithSecret,
  createApplication,
} from '../../../server/src/oauth/applications/actions.ts';
import { ID_TOKEN_ALGORITHMS, type IdTokenAlgorithm } from '../../../server/src/oauth/openid/algorithms.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

export function createApplicationCommand(): Verb {
  return new Verb('create')
    .description(
      'Register an application, so that Users can let it in. Its secret is shown once and never again.',
    )
    .requiredOption('--name <name>', 'the name that Users see')
    .requiredOption('--company <name>', 'who makes the application')
    .requiredOption('--email <address>', 'whom to write to about it')
    .requiredOption(
      '--redirect-url <url...>',
      'where Users may be sent back to; compared character by character',
    )
    .option('--allowed-origin <origin...>', 'whose web pages may call the API with a token (CORS)')
    .option('--require-pkce', 'refuse authorization requests without PKCE')
    .addOption(
      new Option('--id-token-alg <algorithm>', 'what its ID tokens are signed with')
        .choices(ID_TOKEN_ALGORITHMS)
        .default('RS256'),
    )
    .examples(
      'oauth-clients create --name "Ledger Sync" --company "Ledger Ltd" --email dev@ledger.example --redirect-url https://ledger.example/callback',
      'oauth-clients create --name Test --company Us --email us@example.com --redirect-url http://localhost:8080/callback http://localhost:8081/callback --json',
    )
    .action((options: Options) =>
      run(options, (service) => create(service, options), tellSecret, { make: true }),
    );
}

type Options = OutputOptions & {
  name: string;
  company: string;
  email: string;
  redirectUrl: string[];
  allowedOrigin?: string[];
  requirePkce?: boolean;
  idTokenAlg: IdTokenAlgorithm;
};

function create(service: Service, { name, company, email, ...options }: Options) {
  return createApplication(service, operator('oauth-clients create'), {
    name,
    company,
    email,
    redirect_urls: options.redirectUrl,
    allowed_origins: options.allowedOrigin,
    require_pkce: options.requirePkce,
    id_token_signed_response_alg: options.idTokenAlg,
  });
}

/** Returns the text to send to the makers of the application. */
export function tellSecret(application: ApplicationWithSecret, { base_url }: Service): string {
  return `Send this to the makers of the application, safely: the secret is shown only now.

${columns([
  ['client_id', application.client_id],
  ['client_secret', application.client_secret],
  ...application.redirect_urls.map((url) => ['redirect URL', url]),
  ['authorize', `${base_url}/oauth/authorize`],
  ['token', `${base_url}/oauth/token`],
  ['scope', '*'],
])}`;
}
