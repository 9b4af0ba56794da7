import { Command } from 'commander';
import { VERSION } from '../../server/src/platform/version.ts';
import { createAccountCommand } from './accounts/create.ts';
import { auditCommand } from './audit.ts';
import { importClientsCommand } from './clients/import.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { listGrantsCommand } from './grants/list.ts';
import { revokeGrantCommand } from './grants/revoke.ts';
import { addLoginCommand } from './logins/add.ts';
import { migrateCommand } from './migrate.ts';
import { createOAuthClientCommand } from './oauth-clients/create.ts';
import { deleteOAuthClientCommand } from './oauth-clients/delete.ts';
import { disableOAuthClientCommand, enableOAuthClientCommand } from './oauth-clients/disable.ts';
import { listOAuthClientsCommand } from './oauth-clients/list.ts';
import { addRedirectUrlCommand, removeRedirectUrlCommand } from './oauth-clients/redirect-urls.ts';
import { requirePkceCommand } from './oauth-clients/require-pkce.ts';
import { rotateSecretCommand } from './oauth-clients/rotate-secret.ts';
import { showOAuthClientCommand } from './oauth-clients/show.ts';
import { EXIT, explain } from './run.ts';
import { serveCommand } from './serve.ts';
import { createTokenCommand } from './tokens/create.ts';
import { createUserCommand } from './users/create.ts';

/** The `rapport` command. Each verb is a file of its own: `<noun>/<verb>.ts`. */
export function buildProgram(): Command {
  const program = new Command('rapport')
    .description('Rapport: a customer-relationship service that you run yourself.')
    .version(VERSION)
    .addHelpText('after', HELP)
    .configureOutput({ outputError: printUsageError })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.wrong_usage))
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(doctorCommand())
    .addCommand(noun('users', 'People who sign in.', createUserCommand()))
    .addCommand(noun('accounts', 'Businesses, each with data of its own.', createAccountCommand()))
    .addCommand(noun('logins', 'Who may work in which Account.', addLoginCommand()))
    .addCommand(noun('clients', 'Customers of an Account.', importClientsCommand()))
    .addCommand(noun('tokens', 'Personal access tokens, for the API.', createTokenCommand()))
    .addCommand(noun('oauth-clients', 'Applications that Users can let in.', ...oauthClientVerbs()))
    .addCommand(
      noun('grants', 'Which applications are connected to whom.', listGrantsCommand(), revokeGrantCommand()),
    )
    .addCommand(auditCommand());
  inheritSettings(program);
  return program;
}

function oauthClientVerbs(): Command[] {
  return [
    createOAuthClientCommand(),
    listOAuthClientsCommand(),
    showOAuthClientCommand(),
    addRedirectUrlCommand(),
    removeRedirectUrlCommand(),
    rotateSecretCommand(),
    requirePkceCommand(),
    disableOAuthClientCommand(),
    enableOAuthClientCommand(),
    deleteOAuthClientCommand(),
  ];
}

const HELP = `
Settings come from the environment: PORT, DATABASE_URL, RAPPORT_DATA_DIR and so on. \`rapport doctor\` checks them.
The commands work beside a running server and without one.

With --json a command prints one object: on stdout the resource as the API returns it, or on stderr why it was refused
(code, detail and, for fields, errors).

Exit codes:
  0  done
  ${EXIT.refused}  refused or failed; the reason is on stderr
  ${EXIT.wrong_usage}  wrong usage, wrong settings, or a database that cannot be opened; nothing was done

Examples:
  npx rapport serve
  npx rapport users create --email ada@example.com --name "Ada Lovelace"
  npx rapport tokens create --user ada@example.com --name "First token" --json
  npx rapport oauth-clients create --name "Ledger Sync" --company "Ledger Ltd" --email dev@ledger.example --redirect-url https://ledger.example/callback

Add --help to a command for its options and more examples.`;

function printUsageError(text: string, write: (text: string) => void): void {
  const detail = text.trim().replace(/^error: /, '');
  const json = process.argv.includes('--json');
  write(`${explain({ code: 'usage_invalid', detail }, { json })}\n`);
  if (!json) write('Add --help for the options and examples.\n');
}

function noun(name: string, description: string, ...verbs: Command[]): Command {
  const command = new Command(name).description(description);
  for (const verb of verbs) command.addCommand(verb);
  return command;
}

/** commander hands them down only to commands that it makes itself. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}
