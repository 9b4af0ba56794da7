import type { User } from '@rapport/contract/accounts';
import type { FieldError } from '@rapport/contract/problems';
import { type Command, Option } from 'commander';
import { ASK_OPERATOR, createUser } from '../../../server/src/identity/actions.ts';
import { fieldsInvalid, Problem } from '../../../server/src/platform/problem.ts';
import { readHidden } from '../hidden-input.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns, shellWord } from '../words.ts';
import { askForPassword } from './password.ts';

export function createUserCommand(): Verb {
  return new Verb('create')
    .description('Create a User, who can sign in. In a terminal the password is asked for.')
    .requiredOption('--email <email>', 'the address the User signs in with')
    .requiredOption('--name <name>', 'the name shown to others')
    .addOption(
      new Option(
        '--password <password>',
        'given here, it stays in the history of the shell, and others on this machine see it in the list of processes',
      ).conflicts('passwordStdin'),
    )
    .option('--password-stdin', 'read the password from standard input, so that nobody sees it')
    .option('--email-verified', 'vouch that the address is theirs; see: rapport users verify-email --help')
    .examples(
      'users create --email ada@example.com --name "Ada Lovelace"',
      'pass show rapport/ada | npx rapport users create --email ada@example.com --name "Ada Lovelace" --password-stdin',
      'users create --email ada@example.com --name "Ada Lovelace" --password "a long password" --json',
    )
    .action(create);
}

type Options = OutputOptions & {
  email: string;
  name: string;
  password?: string;
  passwordStdin?: boolean;
  emailVerified?: boolean;
};

async function create(options: Options, command: Command): Promise<void> {
  const password = await findPassword(options);
  if (password === undefined)
    command.error('Give --password-stdin or --password, or run this in a terminal.');
  // Asked before the database is opened, because a person may take long to think of a password.
  if (password instanceof Problem) return refuse(password, options);
  const { email, name, emailVerified: email_verified = false } = options;
  const details = { email, name, password, email_verified };
  const make = async (service: CommandService) => forOperator(await createUser(service, details), email);
  await run(options, make, tell, { make: true });
}

/** The operator reads this, and would be told to ask the operator. */
function forOperator(made: User | Problem, email: string): User | Problem {
  if (!(made instanceof Problem) || !made.errors.some(isTaken)) return made;
  const detail = `There is a User with the address ${email} already. If somebody else took it, hand it over with: rapport users hand-over --email ${shellWord(email)}`;
  return fieldsInvalid(...made.errors.map((error) => (isTaken(error) ? { ...error, detail } : error)));
}

function isTaken({ detail }: FieldError): boolean {
  return detail.endsWith(ASK_OPERATOR);
}

async function findPassword(options: Options): Promise<string | Problem | undefined> {
  if (options.passwordStdin) return readHidden(process.stdin);
  if (options.password !== undefined) return options.password;
  return process.stdin.isTTY ? askForPassword() : undefined;
}

function tell({ uuid, email, name }: User): string {
  return `User created.

${columns([
  ['uuid', uuid],
  ['email', email],
  ['name', name],
])}

Next, an Account for this User:
  npx rapport accounts create --name "Your Business" --owner ${shellWord(email)}`;
}
