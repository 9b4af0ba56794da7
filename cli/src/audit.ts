import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@rapport/contract/audit';
import { Option } from 'commander';
import { findAccountNames } from '../../server/src/accounts/look-ups.ts';
import { listEntries } from '../../server/src/audit/actions.ts';
import { findAnyUserByEmail } from '../../server/src/identity/actions.ts';
import { findEmails } from '../../server/src/identity/look-ups.ts';
import { findApplicationNames } from '../../server/src/oauth/applications/look-ups.ts';
import { Problem } from '../../server/src/platform/problem.ts';
import type { Service } from '../../server/src/start/open-service.ts';
import type { OutputOptions } from './output.ts';
import { parseLimitTo } from './parse-limit.ts';
import { parseTime } from './parse-time.ts';
import { parseUuid } from './parse-uuid.ts';
import { run } from './run.ts';
import { Verb } from './verb.ts';
import { columns } from './words.ts';

type Options = OutputOptions & {
  user?: string;
  client?: string;
  action?: AuditAction;
  since?: Date;
  limit: number;
};

const LIMIT_MAX = 100_000;

export function auditCommand(): Verb {
  return new Verb('audit')
    .description('Read the audit log, newest first: sign-ins, tokens, applications, roles.')
    .option('--user <email>', 'only what concerns this User')
    .option('--client <client_id>', 'only what concerns this application', parseUuid)
    .addOption(new Option('--action <action>', 'only this').choices(Object.keys(AUDIT_ACTIONS)))
    .option('--since <time>', 'not older than this, such as 2026-11-20 or 2026-11-20T09:20:00Z', parseTime)
    .option('--limit <number>', `how many entries, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 50)
    .examples('audit --user ada@example.com', 'audit --action oauth_token.reused --since 2026-11-01 --json')
    .action(audit);
}

/** Finds the names for a person to read. With --json, entries keep their uuids. */
async function audit(options: Options): Promise<void> {
  let names: Names = new Map();
  const work = async (service: Service) => {
    const entries = await list(service, options);
    if (!options.json && !(entries instanceof Problem)) names = await findNames(service, entries.data);
    return entries;
  };
  await run(options, work, ({ data }) => tell(data, names));
}

async function list(
  service: Service,
  options: Options,
): Promise<{ data: AuditEntry[]; next_cursor: null } | Problem> {
  const { action, since, limit, client: oauth_client_uuid } = options;
  const user = options.user === undefined ? undefined : await findAnyUserByEmail(service.db, options.user);
  if (user instanceof Problem) return user;
  const data = await listEntries(service, { user_uuid: user?.uuid, oauth_client_uuid, action, since, limit });
  return { data, next_cursor: null };
}

/** The e-mail addresses of Users, and the names of applications and Accounts, by uuid. */
type Names = Map<string, string>;

async function findNames({ db }: Service, entries: AuditEntry[]): Promise<Names> {
  const mentioned = (field: 'user_uuid' | 'oauth_client_uuid' | 'account_uuid') => [
    ...new Set(entries.flatMap((entry) => entry[field] ?? [])),
  ];
  const [emails, applications, accounts] = await Promise.all([
    findEmails(db, mentioned('user_uuid')),
    findApplicationNames(db, mentioned('oauth_client_uuid')),
    findAccountNames(db, mentioned('account_uuid')),
  ]);
  return new Map([...emails, ...applications, ...accounts]);
}

function tell(entries: AuditEntry[], names: Names): string {
  if (entries.length === 0) return 'There are no such entries.';
  const name = (uuid: string | null) => (uuid === null ? [] : [names.get(uuid) ?? uuid]);
  return columns(
    entries.map((entry) => [
      entry.created_at,
      entry.action,
      [...name(entry.user_uuid), ...name(entry.oauth_client_uuid), ...name(entry.account_uuid)].join(', '),
      `${entry.actor.type} ${entry.actor.name}`,
      entry.address ?? 'command line',
      JSON.stringify(entry.details),
    ]),
  );
}
