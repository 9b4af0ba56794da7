import type { Command } from 'commander';

/**
 * Every command of `rapport`, in the order of its help. Commands that use the database come first,
 * then those that call a service over HTTP. Each is loaded on demand: loading takes most of the
 * time of a command, and a running service keeps the memory.
 */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand(),
  mails: async () => (await import('./mails.ts')).mailsCommand(),
  backup: async () => (await import('./backup/backup.ts')).backupCommand(),
  restore: async () => (await import('./backup/restore.ts')).restoreCommand(),
  database: async () => (await import('./database/database.ts')).databaseCommand(),
  'secret-key': async () => (await import('./secret-key/secret-key.ts')).secretKeyCommand(),
  users: async () => (await import('./users/users.ts')).usersCommand(),
  accounts: async () => (await import('./accounts/accounts.ts')).accountsCommand(),
  logins: async () => (await import('./logins/logins.ts')).loginsCommand(),
  tokens: async () => (await import('./tokens/tokens.ts')).tokensCommand(),
  'oauth-clients': async () => (await import('./applications/applications.ts')).applicationsCommand(),
  grants: async () => (await import('./grants/grants.ts')).grantsCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  login: async () => (await import('./login.ts')).loginCommand(),
  logout: async () => (await import('./logout.ts')).logoutCommand(),
  search: async () => (await import('./search.ts')).searchCommand(),
  listen: async () => (await import('./listen/listen.ts')).listenCommand(),
  trigger: async () => (await import('./trigger.ts')).triggerCommand(),
  events: async () => (await import('./events/events.ts')).eventsCommand(),
  files: async () => (await import('./files/files.ts')).filesCommand(),
  imports: async () => (await import('./imports/imports.ts')).importsCommand(),
  changes: async () => (await import('./changes/changes.ts')).changesCommand(),
  reports: async () => (await import('./reports.ts')).reportsCommand(),
  deliveries: async () => (await import('./deliveries/deliveries.ts')).deliveriesCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  api: async () => (await import('./api.ts')).apiCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(),
};

/**
 * Returns the command that `word` names: one of ours, or a kind of record. Returns all commands for
 * `--help` and for an unknown word, and for `completion`, which needs all names.
 */
export async function commandsFor(word: string | undefined): Promise<Command[]> {
  const load = word === 'completion' ? undefined : COMMANDS[word ?? ''];
  if (load) return [await load()];
  const { recordsCommands } = await import('./records/noun.ts');
  const kinds = recordsCommands();
  const kind = kinds.find((command) => command.name() === word);
  if (kind) return [kind];
  return [...(await Promise.all(Object.values(COMMANDS).map((each) => each()))), ...kinds];
}
