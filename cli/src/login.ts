import { connect } from '@rapport/client';
import type { CurrentUser } from '@rapport/client/resources';
import { type Command, Option } from 'commander';
import { StartProblem } from '../../server/src/platform/start-problem.ts';
import { askHidden, readHidden } from './hidden-input.ts';
import { EXIT, type OutputOptions } from './output.ts';
import { isHttpUrl, parseUrlLike } from './parse-url.ts';
import { print } from './print.ts';
import { type BrowserLogin, loginInBrowser } from './remote/browser-login.ts';
import { baseUrlOf, readCredentials, saveCredentials } from './remote/credentials.ts';
import { connectAs, refuseRemote } from './remote/run-remote.ts';
import { Verb } from './verb.ts';

export function loginCommand(): Verb {
  return new Verb('login')
    .description(
      'Log in to a service, with a personal access token or in the browser, for the commands that call it.',
    )
    .option('--url <url>', 'the address of the service', baseUrlOf(process.env))
    .option(
      '--token-stdin',
      'read a personal access token from standard input; in a terminal it is asked for',
    )
    .addOption(
      new Option('--client-id <id>', 'log in in the browser (OAuth), as this application').conflicts(
        'tokenStdin',
      ),
    )
    .option(
      '--client-secret-stdin',
      'read the secret of the application from standard input instead of asking',
    )
    .option(
      '--redirect-url <url>',
      'a loopback address that is registered for the application',
      parseUrlLike(REDIRECT_URL),
      REDIRECT_URL,
    )
    .notes(`
The login is kept in ~/.config/rapport, readable by you alone. Without --url the service is that of RAPPORT_BASE_URL, or
of PORT on this machine. With RAPPORT_TOKEN in the environment no login is needed. For the browser the operator registers an
application with \`npx rapport oauth-clients create … --redirect-url ${REDIRECT_URL}\`.`)
    .examples(
      'login',
      'login --url https://crm.example.com --client-id 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'pass show rapport/token | npx rapport login --url https://crm.example.com --token-stdin --json',
    )
    .action(login);
}

/** A fixed port, because redirect URLs are compared character by character. */
const REDIRECT_URL = 'http://127.0.0.1:8915/callback';

type Options = OutputOptions & {
  url: string;
  tokenStdin?: boolean;
  clientId?: string;
  clientSecretStdin?: boolean;
  redirectUrl: string;
};

async function login(options: Options, command: Command): Promise<void> {
  if (!isHttpUrl(options.url)) {
    command.error(`The address of the service is "${options.url}". Give it as in --url ${baseUrlOf({})}.`);
  }
  const base_url = options.url.replace(/\/+$/, '');
  const { clientId } = options;
  const secret = clientId
    ? await hiddenText(options.clientSecretStdin, 'Client secret: ')
    : await hiddenText(options.tokenStdin, 'Personal access token: ');
  const option = clientId ? '--client-secret-stdin' : '--token-stdin';
  if (!secret) command.error(`Give the secret on standard input (${option}), or run this in a terminal.`);
  try {
    const file = clientId
      ? await keepApplication({ base_url, client_id: clientId, client_secret: secret, ...options })
      : await keepToken(base_url, secret, command);
    const credentials = await readCredentials({ ...process.env, RAPPORT_TOKEN: undefined });
    if (!('token' in credentials)) throw new Error(credentials.message);
    const user = await connect({ baseUrl: base_url, token: credentials.token }).me();
    print(options.json ? JSON.stringify(user) : tell(user, base_url, file));
    // Ends the process, because the redirect's server may still hold connections of the browser.
    // The delay lets a failure of printing show first.
    setImmediate(() => process.exit());
  } catch (error) {
    refuseRemote(error, options);
    process.exit(EXIT.refused);
  }
}

async function hiddenText(fromStdin: boolean | undefined, question: string): Promise<string | undefined> {
  if (fromStdin) return (await readHidden(process.stdin)).trim();
  return process.stdin.isTTY ? (await askHidden(question))[0]?.trim() : undefined;
}

/** Uses the token before it is stored, because a token that does not work is useless. */
async function keepToken(base_url: string, token: string, command: Command): Promise<string> {
  const rapport = connectAs({ base_url, token });
  if (rapport instanceof StartProblem) command.error(rapport.message);
  await rapport.me();
  return saveCredentials(process.env, { base_url, token });
}

async function keepApplication({
  redirectUrl,
  ...rest
}: Omit<BrowserLogin, 'redirect_uri'> & { redirectUrl: string }) {
  const { base_url, client_id, client_secret } = rest;
  const application = { client_id, client_secret, redirect_uri: redirectUrl };
  const tokens = await loginInBrowser({ base_url, ...application });
  return saveCredentials(process.env, { base_url, application, tokens });
}

function tell({ name, email, token }: CurrentUser, base_url: string, file: string): string {
  const until = token.expires_at === null ? 'never expires' : `expires ${token.expires_at}`;
  return `Logged in to ${base_url} as ${name} (${email}), with "${token.name}", which ${until}.
It is kept in ${file}. Remove it with: npx rapport logout`;
}
