import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { connect } from '@rapport/client';
import { type OAuthOptions, oauthClient, type TokenSet } from '@rapport/client/oauth';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { PORT_DEFAULT, readBaseUrl } from '../../../server/src/start/config-addresses.ts';
import { configFolder, type Environment, keep, readKept } from './kept-files.ts';

/** The service that the commands for integrators call, and their token. */
export type Credentials = { base_url: string; token: Parameters<typeof connect>[0]['token'] };

/** The stored login: a personal access token, or an application with the tokens of a User. */
type Kept = { base_url: string; token: string } | ApplicationLogin;

type ApplicationLogin = { base_url: string; application: Application; tokens: TokenSet | null };

export type Application = Pick<OAuthOptions, 'client_id' | 'client_secret' | 'redirect_uri'>;

/**
 * Returns the address of a service on this machine with these settings, by the service's own rule.
 */
export function baseUrlOf({ RAPPORT_BASE_URL, PORT }: Environment): string {
  // The command that uses the address reports a wrong one.
  return RAPPORT_BASE_URL || readBaseUrl(undefined, PORT || PORT_DEFAULT, []);
}

/** Returns the stored login. RAPPORT_TOKEN, with RAPPORT_BASE_URL or PORT, takes precedence. */
export async function readCredentials(environment: Environment): Promise<Credentials | StartProblem> {
  const { RAPPORT_TOKEN: token } = environment;
  if (token) return { base_url: baseUrlOf(environment), token };
  const kept = await readCredentialsFile(environment);
  // Tokens are missing when the User has disconnected the application, or when the last refresh
  // token has ended.
  if (kept === undefined || ('tokens' in kept && kept.tokens === null)) {
    return new StartProblem(
      'You are not logged in. Run `npx rapport login`, or set RAPPORT_TOKEN (and RAPPORT_BASE_URL).',
    );
  }
  const { base_url } = kept;
  if ('token' in kept) return { base_url, token: kept.token };
  const { application } = kept;
  const ours = async () => {
    const latest = await readCredentialsFile(environment);
    return latest && 'tokens' in latest && isSameLogin(latest, kept) ? latest : undefined;
  };
  // Each refresh gives a new pair, which must be stored for the next command. Tokens of a login
  // that somebody has replaced or ended are neither used nor stored.
  const store = {
    load: async () => (await ours())?.tokens ?? null,
    save: async (tokens: TokenSet | null) => {
      if (await ours()) await saveCredentials(environment, { base_url, application, tokens });
    },
  };
  const { accessToken } = oauthClient({ baseUrl: base_url, ...application }).session(store);
  return { base_url, token: accessToken };
}

function isSameLogin(a: ApplicationLogin, b: ApplicationLogin): boolean {
  return a.base_url === b.base_url && a.application.client_id === b.application.client_id;
}

/** Stores a login and returns the name of the file. */
export async function saveCredentials(environment: Environment, kept: Kept): Promise<string> {
  const file = credentialsFile(environment);
  await keep(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}

async function readCredentialsFile(environment: Environment): Promise<Kept | undefined> {
  const text = await readKept(credentialsFile(environment));
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}

/** Deletes the stored login. False when there was none. */
export async function forgetCredentials(environment: Environment): Promise<boolean> {
  const file = credentialsFile(environment);
  const isThere = (await readKept(file)) !== undefined;
  await rm(file, { force: true });
  return isThere;
}

function credentialsFile(environment: Environment): string {
  return join(configFolder(environment), 'credentials.json');
}
