import { Command } from 'commander';
import { VERSION } from '../../server/src/platform/version.ts';
import { createAccountCommand } from './accounts/create.ts';
import { listAccountsCommand } from './accounts/list.ts';
import { restoreAccountCommand } from './accounts/restore.ts';
import { apiCommand } from './api.ts';
import { auditCommand } from './audit.ts';
import { importClientsCommand } from './clients/import.ts';
import { completionCommand } from './completion.ts';
import { openDatabaseCommand } from './database/open.ts';
import { listDeliveriesCommand } from './deliveries/list.ts';
import { recoverDeliveriesCommand } from './deliveries/recover.ts';
import { resendDeliveryCommand } from './deliveries/resend.ts';
import { showDeliveryCommand } from './deliveries/show.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { tailEventsCommand } from './events/tail.ts';
import { listGrantsCommand } from './grants/list.ts';
import { revokeGrantCommand } from './grants/revoke.ts';
import { listenCommand } from './listen/listen.ts';
import { loginCommand } from './login.ts';
import { addLoginCommand } from './logins/add.ts';
import { changeRoleCommand } from './logins/change-role.ts';
import { listLoginsCommand } from './logins/list.ts';
import { removeLoginCommand } from './logins/remove.ts';
import { logoutCommand } from './logout.ts';
import { migrateCommand } from './migrate.ts';
import { createOAuthClientCommand } from './oauth-clients/create.ts';
import { deleteOAuthClientCommand } from './oauth-clients/delete.ts';
import { disableOAuthClientCommand, enableOAuthClientCommand } from './oauth-clients/disable.ts';
import { listOAuthClientsCommand } from './oauth-clients/list.ts';
import { addRedirectUrlCommand, removeRedirectUrlCommand } from './oauth-clients/redirect-urls.ts';
import { requirePkceCommand } from './oauth-clients/require-pkce.ts';
import { rotateSecretCommand } from './oauth-clients/rotate-secret.ts';
import { showOAuthClientCommand } from './oauth-clients/show.ts';
import { visible } from './print.ts';
import { RepeatableOption } from './repeatable-option.ts';
import { EXIT, explain } from './run.ts';
import { forgetSecretKeyCommand } from './secret-key/forget.ts';
import { serveCommand } from './serve.ts';
import { createTokenCommand } from './tokens/create.ts';
import { listTokensCommand } from './tokens/list.ts';
import { revokeTokenCommand } from './tokens/revoke.ts';
import { triggerCommand } from './trigger.ts';
import { createUserCommand } from './users/create.ts';
import { deactivateUserCommand, reactivateUserCommand } from './users/deactivate.ts';
import { listUsersCommand } from './users/list.ts';
import { verifyCommand } from './verify.ts';

/** The `rapport` command. Each verb is a file of its own: `<noun>/<verb>.ts`. */
export function buildProgram(): Command {
  const program = new Command('rapport')
    .description('Rapport: a customer-relationship service that you run yourself.')
    .version(VERSION)
    .addHelpText('beforeAll', ({ error, command }) => (error ? nameUnknown(command) : ''))
    .addHelpText('after', HELP)
    .configureOutput({ outputError: printUsageError })
    .exitOverride()
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(doctorCommand())
    .addCommand(noun('database', 'The embedded database, for other programs.', openDatabaseCommand()))
    .addCommand(
      noun('secret-key', 'The key that signing secrets are encrypted with.', forgetSecretKeyCommand()),
    )
    .addCommand(
      noun(
        'users',
        'People who sign in.',
        createUserCommand(),
        listUsersCommand(),
        deactivateUserCommand(),
        reactivateUserCommand(),
      ),
    )
    .addCommand(
      noun(
        'accounts',
        'Businesses, each with data of its own.',
        createAccountCommand(),
        listAccountsCommand(),
        restoreAccountCommand(),
      ),
    )
    .addCommand(
      noun(
        'logins',
        'Who may work in which Account.',
        addLoginCommand(),
        listLoginsCommand(),
        changeRoleCommand(),
        removeLoginCommand(),
      ),
    )
    .addCommand(noun('clients', 'Customers of an Account.', importClientsCommand()))
    .addCommand(
      noun(
        'tokens',
        'Personal access tokens, for the API.',
        createTokenCommand(),
        listTokensCommand(),
        revokeTokenCommand(),
      ),
    )
    .addCommand(noun('oauth-clients', 'Applications that Users can let in.', ...oauthClientVerbs()))
    .addCommand(
      noun('grants', 'Which applications are connected to whom.', listGrantsCommand(), revokeGrantCommand()),
    )
    .addCommand(auditCommand());
  for (const command of commandsOfIntegrators()) program.addCommand(command);
  settle(program);
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

/** Those that talk to a service over HTTP, wherever it is. */
function commandsOfIntegrators(): Command[] {
  return [
    loginCommand(),
    logoutCommand(),
    listenCommand(),
    triggerCommand(),
    noun('events', 'What happened in your Accounts.', tailEventsCommand()),
    noun(
      'deliveries',
      'Events on their way to your webhook subscriptions.',
      listDeliveriesCommand(),
      showDeliveryCommand(),
      resendDeliveryCommand(),
      recoverDeliveriesCommand(),
    ),
    verifyCommand(),
    apiCommand(),
    completionCommand(),
  ];
}

const HELP = `
Settings come from the environment: PORT, DATABASE_URL, RAPPORT_DATA_DIR and so on. \`rapport doctor\` checks them.
The commands of the operator work beside a running server and without one. Where there is no database yet, serve, migrate, users create
and oauth-clients create make it.

For integrators: login, logout, listen, trigger, events, deliveries, verify and api work with any service over HTTP, with the token
that \`login\` has kept, or RAPPORT_TOKEN, at RAPPORT_BASE_URL or at PORT on this machine.

With --json a command prints one object: on stdout the resource as the API returns it, or on stderr why it was refused
(code, detail and, for fields, errors).

Exit codes:
  0  done
  ${EXIT.refused}  refused or failed; the reason is on stderr
  ${EXIT.wrong_usage}  wrong usage, wrong settings, not logged in, or a database that cannot be opened; nothing was done
  ${EXIT.interrupted}  ended early with Ctrl+C; listen, events tail, database open and serve end with 0

Examples:
  npx rapport serve
  npx rapport users create --email ada@example.com --name "Ada Lovelace"
  npx rapport tokens create --user ada@example.com --name "First token" --json
  npx rapport oauth-clients create --name "Ledger Sync" --company "Ledger Ltd" --email dev@ledger.example --redirect-url https://ledger.example/callback

Add --help to a command for its options and more examples.`;

/** What `help` was asked for and is not there: commander prints the usage without a word about it. */
function nameUnknown({ args: [word, name] }: Command): string {
  return word === 'help' && name !== undefined ? `There is no command "${visible(name)}".\n` : '';
}

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

/** commander hands settings down only to commands that it makes itself. */
function settle(command: Command): void {
  refuseRepeatedOptions(command);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    settle(child);
  }
}

/** Only the last would count, and nobody would see that the others do not. */
function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options) {
    if (option.isBoolean() || option.variadic || option instanceof RepeatableOption) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`option '${option.flags}' is given more than once, and takes one value`);
      isGiven = true;
    });
  }
}
