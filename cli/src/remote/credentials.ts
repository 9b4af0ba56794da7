import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { connect } from '@rapport/client';
import { type OAuthOptions, oauthClient, type TokenSet } from '@rapport/client/oauth';
import { randomBase62 } from '../../../server/src/platform/secrets/random-tokens.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';

/** Which service the commands for integrators talk to, and as whom. */
export type Credentials = { base_url: string; token: Parameters<typeof connect>[0]['token'] };

/** What is kept on this machine: a personal access token, or an application with the tokens that the User let it have. */
type Kept =
  | { base_url: string; token: string }
  | { base_url: string; application: Application; tokens: TokenSet | null };

export type Application = Pick<OAuthOptions, 'client_id' | 'client_secret' | 'redirect_uri'>;

type Environment = Record<string, string | undefined>;

/** The address of a service on this machine that was just installed. */
export const BASE_URL_DEFAULT = 'http://localhost:3000';

const SIGNING_SECRET_LENGTH = 60;

/** What `rapport login` has kept, unless the environment says otherwise: RAPPORT_TOKEN and RAPPORT_BASE_URL. */
export async function readCredentials(environment: Environment): Promise<Credentials | StartProblem> {
  const { RAPPORT_TOKEN: token, RAPPORT_BASE_URL } = environment;
  if (token) return { base_url: RAPPORT_BASE_URL || BASE_URL_DEFAULT, token };
  const kept = await readCredentialsFile(environment);
  if (kept === undefined) {
    return new StartProblem(
      'You are not logged in. Run `npx rapport login`, or set RAPPORT_TOKEN (and RAPPORT_BASE_URL).',
    );
  }
  const { base_url } = kept;
  if ('token' in kept) return { base_url, token: kept.token };
  const { application } = kept;
  // Each refresh gives a new pair, which must be kept, or the next command has none.
  const store = {
    load: async () => {
      const latest = await readCredentialsFile(environment);
      return latest && 'tokens' in latest ? latest.tokens : null;
    },
    save: async (tokens: TokenSet | null) =>
      void (await saveCredentials(environment, { base_url, application, tokens })),
  };
  const { accessToken } = oauthClient({ baseUrl: base_url, ...application }).session(store);
  return { base_url, token: accessToken };
}

/** Gives the name of the file. */
export async function saveCredentials(environment: Environment, kept: Kept): Promise<string> {
  const file = credentialsFile(environment);
  await keep(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}

async function readCredentialsFile(environment: Environment): Promise<Kept | undefined> {
  const text = await readKept(credentialsFile(environment));
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}

/** False when there were none. */
export async function forgetCredentials(environment: Environment): Promise<boolean> {
  const file = credentialsFile(environment);
  const isThere = (await readKept(file)) !== undefined;
  await rm(file, { force: true });
  return isThere;
}

/** The signing secret of `rapport listen` on this machine: the same each time, so that a receiver can keep it. */
export async function listenSecret(environment: Environment): Promise<string> {
  const file = join(folder(environment), 'listen-secret');
  const kept = (await readKept(file))?.trim();
  if (kept) return kept;
  const secret = randomBase62(SIGNING_SECRET_LENGTH);
  await keep(file, `${secret}\n`);
  return secret;
}

function credentialsFile(environment: Environment): string {
  return join(folder(environment), 'credentials.json');
}

/** Where programs keep what belongs to a person (XDG Base Directory Specification). */
function folder({ XDG_CONFIG_HOME }: Environment): string {
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'rapport');
}

/** Undefined when there is no such file. */
async function readKept(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Readable by nobody else, also where the file was there already. */
async function keep(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
  await chmod(file, 0o600);
}
