import { connect } from '@rapport/client';
import type { CurrentUser } from '@rapport/client/resources';
import { Command } from 'commander';
import { askHidden, readHidden } from './hidden-input.ts';
import { BASE_URL_DEFAULT, saveCredentials } from './remote/credentials.ts';
import { refuseRemote } from './remote/run-remote.ts';
import { jsonOption, type OutputOptions } from './run.ts';

export function loginCommand(): Command {
  return new Command('login')
    .description(
      'Log in to a service with a personal access token. It is kept for the commands that talk to the service.',
    )
    .option('--url <url>', 'the address of the service', process.env.RAPPORT_BASE_URL || BASE_URL_DEFAULT)
    .option('--token-stdin', 'read the token from standard input; in a terminal it is asked for')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The token is kept in ~/.config/rapport, readable by you alone. With RAPPORT_TOKEN (and RAPPORT_BASE_URL) in the environment no
login is needed.

Examples:
  npx rapport login
  npx rapport login --url https://crm.example.com
  pass show rapport/token | npx rapport login --url https://crm.example.com --token-stdin --json`,
    )
    .action(login);
}

type Options = OutputOptions & { url: string; tokenStdin?: boolean };

async function login(options: Options, command: Command): Promise<void> {
  const token = await findToken(options);
  if (!token) command.error('Give the token with --token-stdin, or run this in a terminal.');
  const base_url = options.url.replace(/\/+$/, '');
  try {
    // Before anything is kept: a token that does not work is of no use.
    const user = await connect({ baseUrl: base_url, token }).me();
    const file = await saveCredentials(process.env, { base_url, token });
    console.log(options.json ? JSON.stringify(user) : tell(user, base_url, file));
  } catch (error) {
    refuseRemote(error, options);
  }
}

async function findToken({ tokenStdin }: Options): Promise<string | undefined> {
  if (tokenStdin) return (await readHidden(process.stdin)).trim();
  return process.stdin.isTTY ? (await askHidden('Personal access token: '))[0]?.trim() : undefined;
}

function tell({ name, email, token }: CurrentUser, base_url: string, file: string): string {
  const until = token.expires_at === null ? 'never expires' : `expires ${token.expires_at}`;
  return `Logged in to ${base_url} as ${name} (${email}), with the token "${token.name}", which ${until}.
It is kept in ${file}. Remove it with: npx rapport logout`;
}
