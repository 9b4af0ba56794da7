import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { InvalidArgumentError } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { parseDuration_ms } from '../../../server/src/platform/time/durations.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import { issueTokenByOperator } from '../../../server/src/tokens/personal/actions.ts';
import type { OutputOptions } from '../output.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

export function createTokenCommand(): Verb {
  return new Verb('create')
    .description(
      'Create a personal access token: it acts for the User in all their Accounts. It is shown once and never again.',
    )
    .requiredOption('--user <email>', 'the e-mail address of the User')
    .requiredOption('--name <name>', 'what the token is for')
    .option(
      '--expires-in <time>',
      'how long it works: a number with m, h, d or y, or never (default: 90d)',
      parseLifetime_ms,
    )
    .examples(
      'tokens create --user ada@example.com --name "Warehouse sync"',
      'tokens create --user ada@example.com --name "Warehouse sync" --expires-in 1y',
      'tokens create --user ada@example.com --name "Warehouse sync" --expires-in never --json',
    )
    .action((options: Options) => run(options, (service) => create(service, options), tell));
}

type Options = OutputOptions & { user: string; name: string; expiresIn?: number | 'never' };
type NewToken = PersonalAccessToken & { token: string };

/** For a longer lifetime there is "never". */
const LIFETIME_MAX_YEARS = 10;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Parses `1y` into milliseconds. `never` stays a word, because commander turns null into an
 * empty text.
 */
export function parseLifetime_ms(text: string): number | 'never' {
  if (text === 'never') return text;
  const years = /^(\d{1,2})y$/.exec(text)?.[1];
  const lifetime_ms = years ? Number(years) * YEAR_MS : parseDuration_ms(text);
  if (lifetime_ms && lifetime_ms <= LIFETIME_MAX_YEARS * YEAR_MS) return lifetime_ms;
  throw new InvalidArgumentError(
    `It must be a number with m, h, d or y, at most ${LIFETIME_MAX_YEARS}y, such as 90d; or never.`,
  );
}

async function create(
  service: CommandService,
  { user, name, expiresIn }: Options,
): Promise<NewToken | Problem> {
  const owner = await findUserByEmail(service.db, user);
  if (owner instanceof Problem) return owner;
  const expires_at = endOf(expiresIn, service.clock.now());
  return issueTokenByOperator(service, operator('tokens create'), owner, { name, expires_at });
}

/** Returns the end of the lifetime: null for never, undefined when no lifetime is given. */
function endOf(expiresIn: Options['expiresIn'], now: Date): Date | null | undefined {
  if (expiresIn === undefined) return undefined;
  return expiresIn === 'never' ? null : new Date(now.getTime() + expiresIn);
}

function tell({ token, name, expires_at }: NewToken, { base_url }: Service): string {
  return `Token created. Keep it safe: it is shown only now.

${columns([
  ['token', token],
  ['name', name],
  ['expires', expires_at ?? 'never'],
])}

Try it, with the server running:
  curl -H "Authorization: Bearer ${token}" ${base_url}/api/v1/logins`;
}
