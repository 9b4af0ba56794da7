import { RECORDS } from '@rapport/contract/records/all';
import { Command } from 'commander';
import { createAccountCommand } from './accounts/create.ts';
import { listAccountsCommand } from './accounts/list.ts';
import { restoreAccountCommand } from './accounts/restore.ts';
import { apiCommand } from './api.ts';
import { auditCommand } from './audit.ts';
import { backupCommand } from './backup/backup.ts';
import { restoreCommand } from './backup/restore.ts';
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
import { mailsCommand } from './mails.ts';
import { migrateCommand } from './migrate.ts';
import { addAllowedOriginCommand, removeAllowedOriginCommand } from './oauth-clients/allowed-origins.ts';
import { createOAuthClientCommand } from './oauth-clients/create.ts';
import { deleteOAuthClientCommand } from './oauth-clients/delete.ts';
import { disableOAuthClientCommand, enableOAuthClientCommand } from './oauth-clients/disable.ts';
import { idTokenAlgCommand } from './oauth-clients/id-token-alg.ts';
import { listOAuthClientsCommand } from './oauth-clients/list.ts';
import { addRedirectUrlCommand, removeRedirectUrlCommand } from './oauth-clients/redirect-urls.ts';
import { requirePkceCommand } from './oauth-clients/require-pkce.ts';
import { rotateSecretCommand } from './oauth-clients/rotate-secret.ts';
import { showOAuthClientCommand } from './oauth-clients/show.ts';
import { recordsCommand } from './records/noun.ts';
import { searchCommand } from './search.ts';
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

/** Every verb of `rapport`. Each is a file of its own: `<noun>/<verb>.ts`. */
export function allCommands(): Command[] {
  return [...commandsOfOperators(), ...commandsOfIntegrators()];
}

/** Those that work on the database, beside a running service or without one. */
function commandsOfOperators(): Command[] {
  return [
    serveCommand(),
    migrateCommand(),
    doctorCommand(),
    mailsCommand(),
    backupCommand(),
    restoreCommand(),
    noun('database', 'The embedded database, for other programs.', openDatabaseCommand()),
    noun('secret-key', 'The key that signing secrets are encrypted with.', forgetSecretKeyCommand()),
    noun(
      'users',
      'People who sign in.',
      createUserCommand(),
      listUsersCommand(),
      deactivateUserCommand(),
      reactivateUserCommand(),
    ),
    noun(
      'accounts',
      'Businesses, each with data of its own.',
      createAccountCommand(),
      listAccountsCommand(),
      restoreAccountCommand(),
    ),
    noun(
      'logins',
      'Who may work in which Account.',
      addLoginCommand(),
      listLoginsCommand(),
      changeRoleCommand(),
      removeLoginCommand(),
    ),
    noun(
      'tokens',
      'Personal access tokens, for the API.',
      createTokenCommand(),
      listTokensCommand(),
      revokeTokenCommand(),
    ),
    noun(
      'oauth-clients',
      'Applications that Users can let in.',
      createOAuthClientCommand(),
      listOAuthClientsCommand(),
      showOAuthClientCommand(),
      addRedirectUrlCommand(),
      removeRedirectUrlCommand(),
      addAllowedOriginCommand(),
      removeAllowedOriginCommand(),
      rotateSecretCommand(),
      requirePkceCommand(),
      idTokenAlgCommand(),
      disableOAuthClientCommand(),
      enableOAuthClientCommand(),
      deleteOAuthClientCommand(),
    ),
    noun('grants', 'Which applications are connected to whom.', listGrantsCommand(), revokeGrantCommand()),
    auditCommand(),
  ];
}

/** Those that talk to a service over HTTP, wherever it is. The verbs of records follow from their kinds. */
function commandsOfIntegrators(): Command[] {
  return [
    loginCommand(),
    logoutCommand(),
    ...RECORDS.map(recordsCommand),
    searchCommand(),
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

function noun(name: string, description: string, ...verbs: Command[]): Command {
  const command = new Command(name).description(description);
  for (const verb of verbs) command.addCommand(verb);
  return command;
}
