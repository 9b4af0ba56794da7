import { Command } from 'commander';
import { SCHEMA, VERSION } from '../../server/src/platform/process/version.ts';
import { EXIT, explain } from './output.ts';
import { visible } from './print.ts';
import { RepeatableOption } from './repeatable-option.ts';

/** Builds the `rapport` command from the given commands. */
export function buildProgram(commands: Command[]): Command {
  const program = new Command('rapport')
    .description('Rapport: a customer-relationship service that you run yourself.')
    .version(`${VERSION} (schema ${SCHEMA})`)
    .addHelpText('beforeAll', ({ error, command }) => (error ? nameUnknown(command) : ''))
    .addHelpText('after', HELP)
    .configureOutput({ outputError: printUsageError })
    // Options after a verb belong to the verb: `backup` and `backup verify` have options of the
    // same names.
    .enablePositionalOptions()
    .exitOverride();
  for (const command of commands) program.addCommand(command);
  settle(program);
  return program;
}

const HELP = `
Settings come from the environment: PORT, DATABASE_URL, RAPPORT_DATA_DIR and so on. \`rapport doctor\` checks them.
The commands of the operator work beside a running server and without one. Where there is no database yet, serve, migrate, users create
and oauth-clients create make it.

Records (clients, contacts, deals and so on), search, listen, trigger, events, deliveries, verify and api work with any
service over HTTP, with the token that \`login\` has kept, or RAPPORT_TOKEN, at RAPPORT_BASE_URL or at PORT on this machine.

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
  npx rapport deals list --filter status=open --sort -amount
  npx rapport tasks create --set "title=Call back" --set due_on=2026-12-01
  npx rapport oauth-clients create --name "Ledger Sync" --company "Ledger Ltd" --email dev@ledger.example --redirect-url https://ledger.example/callback

Add --help to a command for its options and more examples.`;

/** Names an unknown word after `help`, because commander prints only the usage. */
function nameUnknown({ args: [word, name] }: Command): string {
  return word === 'help' && name !== undefined ? `There is no command "${visible(name)}".\n` : '';
}

function printUsageError(text: string, write: (text: string) => void): void {
  const detail = text.trim().replace(/^error: /, '');
  const json = process.argv.includes('--json');
  write(`${explain({ code: 'usage_invalid', detail }, { json })}\n`);
  if (!json) write('Add --help for the options and examples.\n');
}

/**
 * Sets all commands up, because commander passes settings only to commands that it makes itself.
 */
function settle(command: Command): void {
  refuseRepeatedOptions(command);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    settle(child);
  }
}

/** commander would silently use only the last value. */
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
