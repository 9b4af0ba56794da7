import { type Account, NAME_MAX_LENGTH } from '@rapport/contract/accounts';
import { isCurrency } from '@rapport/contract/currencies';
import { isTimeZone, WEEK_STARTS, type WeekStart } from '@rapport/contract/days';
import { InvalidArgumentError, Option } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { createAccount } from '../../../server/src/accounts/actions.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { nameErrorOf } from '../../../server/src/platform/names.ts';
import { fieldsInvalid, Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

export function createAccountCommand(): Verb {
  return new Verb('create')
    .description('Create an Account, the business that clients belong to, with its first owner.')
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--owner <email>', 'the e-mail address of the User who owns it')
    .addOption(
      new Option('--currency <code>', 'the currency of its amounts, such as EUR').argParser(currency),
    )
    .addOption(new Option('--country <code>', 'the country of its phones, such as DE').argParser(country))
    .addOption(
      new Option('--time-zone <zone>', 'whose days it counts in, such as Europe/Berlin').argParser(timeZone),
    )
    .addOption(new Option('--week-starts-on <day>', 'its first day of the week').choices(WEEK_STARTS))
    .examples(
      'accounts create --name "Lovelace Engines Ltd" --owner ada@example.com',
      'accounts create --name "Lovelace Engines Ltd" --owner ada@example.com --currency GBP --country GB --time-zone Europe/London',
      'accounts create --name "Lovelace Engines Ltd" --owner ada@example.com --json',
    )
    .action((options: Options) => run(options, (service) => create(service, options), tell));
}

type Options = OutputOptions & {
  name: string;
  owner: string;
  currency?: string;
  country?: string;
  timeZone?: string;
  weekStartsOn?: WeekStart;
};

function country(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('It must be a code of 2 letters.');
}

function currency(text: string): string {
  if (isCurrency(text.toUpperCase())) return text.toUpperCase();
  throw new InvalidArgumentError('It must be a currency of ISO 4217, such as EUR.');
}

function timeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('It must be a time zone of the IANA list, such as Europe/London.');
}

async function create(service: Service, options: Options): Promise<Account | Problem> {
  const { name, owner, currency = null, country = null, timeZone: time_zone = null, weekStartsOn } = options;
  const error = nameErrorOf('/name', name, NAME_MAX_LENGTH);
  if (error) return fieldsInvalid(error);
  const user = await findUserByEmail(service.db, owner);
  if (user instanceof Problem) return user;
  return createAccount(service, operator('accounts create'), user.uuid, {
    name,
    currency,
    country,
    time_zone,
    ...(weekStartsOn && { week_starts_on: weekStartsOn }),
  });
}

function tell({ uuid, name }: Account): string {
  return `Account created.

${columns([
  ['uuid', uuid],
  ['name', name],
])}

Next, a token for its owner, or a login for a colleague:
  npx rapport tokens create --help
  npx rapport logins add --account ${uuid} --email colleague@example.com --role member`;
}
