import { operatorsOf } from '@rapport/contract/list-definition';
import type { RecordField } from '@rapport/contract/records/record-field';
import { REPORTS } from '@rapport/contract/reports';
import { PROPOSE } from '@rapport/contract/scopes';
import { reachOf, reads } from '../../access/reach.ts';
import { hasAll } from '../../access/scope.ts';
import { type Conversation, Refused, type Told } from '../calls.ts';
import { KIND_NAMES, KINDS, kindOf } from '../records.ts';
import { fitted, shown } from '../texts.ts';
import { account_uuid, askAll, READS, type Tool, takes } from './tool.ts';

/** What an assistant asks first: who it acts for, and what there is. */

export const whoami: Tool = {
  name: 'whoami',
  description: 'Who you act for, their Accounts and roles, and what this token may do.',
  inputSchema: takes({}),
  annotations: READS,
  run: tellWho,
};

async function tellWho({ caller, ask, base_url }: Conversation): Promise<object | Refused> {
  const answers = await askAll<[Told, Told]>(
    ask('GET', '/api/v2/me'),
    ask('GET', '/api/v2/accounts', { query: { limit: 50 } }),
  );
  if (answers instanceof Refused) return answers;
  const [me, accounts] = answers;
  const { uuid, name, email, time_zone, default_account_uuid } = me.body.data;
  const reach = reachOf(caller);
  return fitted(accounts.body.data, (some: typeof accounts.body.data, most) => ({
    user: { uuid, time_zone, default_account_uuid, text_from_record: shown({ name, email }, most) },
    scope: caller.scope.join(' '),
    may_read: KIND_NAMES.filter((one) => reads(reach, one)),
    may_propose: caller.scope.includes(PROPOSE) || hasAll(caller.scope),
    may_write: KINDS.filter(({ plural }) => mayWrite(caller.scope, plural)).map((one) => one.name),
    pages: base_url,
    accounts: some.map((account: Record<string, unknown>) => ({
      uuid: account.uuid,
      role: caller.logins.find((login) => login.account_uuid === account.uuid)?.role,
      currency: account.currency,
      time_zone: account.time_zone,
      text_from_record: shown({ name: account.name }, most),
    })),
  }));
}

function mayWrite(scope: readonly string[], plural: string): boolean {
  return hasAll(scope) || scope.includes(`${plural}:write`);
}

const OTHERS = ['members', 'views', 'tags', 'reports'] as const;

export const describe: Tool = {
  name: 'describe',
  description:
    'The fields of a kind with types, choices and filters, its custom fields, for deal also pipelines and stages; or the members, saved views, tags or reports there are.',
  inputSchema: takes({ about: { type: 'string', enum: [...KIND_NAMES, ...OTHERS] }, account_uuid }, [
    'about',
  ]),
  annotations: READS,
  run: async (conversation, { about, account_uuid }) => {
    if (about === 'reports') return { reports: REPORTS };
    const other = PATHS[about as keyof typeof PATHS];
    return other ? tellOther(conversation, other, account_uuid) : tellKind(conversation, about, account_uuid);
  },
};

/** Where the others are listed, and what of each is the service's own. */
const PATHS = {
  members: { path: '/api/v2/logins', facts: ['user_uuid', 'account_uuid', 'role'] },
  views: { path: '/api/v2/views', facts: ['uuid', 'account_uuid', 'resource', 'shared'] },
  tags: { path: '/api/v2/tags', facts: ['account_uuid', 'count'] },
};

async function tellOther(
  { ask }: Conversation,
  { path, facts }: { path: string; facts: string[] },
  account_uuid: string | undefined,
): Promise<object | Refused> {
  const told = await ask('GET', path, {
    query: { account_uuid, limit: path.endsWith('logins') ? 200 : undefined },
  });
  if (told instanceof Refused) return told;
  return fitted(told.body.data, (some: Record<string, unknown>[], most) => ({
    found: some.map((one) => ({ ...pick(one, facts), text_from_record: shown(namesOf(one), most) })),
  }));
}

function namesOf({ name, user, query }: Record<string, unknown>): object {
  const person = user as { name: string; email: string } | undefined;
  return person
    ? { name: person.name, email: person.email }
    : { name, ...(query !== undefined && { query }) };
}

async function tellKind(
  { caller, ask }: Conversation,
  about: string,
  account_uuid: string | undefined,
): Promise<object | Refused> {
  const { plural, fields, list, needs, default_sort } = kindOf(about);
  const refusal = reads(reachOf(caller), about)
    ? null
    : new Refused('insufficient_scope', `It needs ${plural}:read.`, [], [`${plural}:read`]);
  if (refusal) return refusal;
  const answers = await askAll<[Told, Told | null]>(
    ask('GET', '/api/v2/custom-fields', { query: { resource: about, account_uuid } }),
    about === 'deal' ? ask('GET', '/api/v2/pipelines', { query: { account_uuid } }) : Promise.resolve(null),
  );
  if (answers instanceof Refused) return answers;
  const [custom, pipelines] = answers;
  const described = Object.entries(fields as Record<string, RecordField>)
    .filter(([name]) => name !== 'custom')
    .map(([name, field]) => ({
      name,
      type: field.type,
      ...(field.choices && { choices: field.choices }),
      ...(field.to && { to: field.to }),
      ...(field.resources && { resources: field.resources }),
      ...(field.by === 'service' && { read_only: true }),
    }));
  const filters = Object.entries(list.fields).map(
    ([name, field]) => `${name}: ${operatorsOf(field).join(' ')}`,
  );
  const more = [...custom.body.data.filter(isInUse), ...(pipelines?.body.data ?? [])];
  return fitted(more, (some: Record<string, unknown>[], most) => ({
    resource: about,
    ...{ new_needs_all_of_one: needs, default_sort, fields: described, filters },
    custom_fields: some.filter((one) => 'key' in one).map((one) => shownCustomField(one, most)),
    ...(pipelines && {
      pipelines: some.filter((one) => 'stages' in one).map((one) => shownPipeline(one, most)),
    }),
  }));
}

function isInUse({ archived_at }: { archived_at: string | null }): boolean {
  return archived_at === null;
}

function shownCustomField(field: Record<string, unknown>, most: number): object {
  const { key, label, help, options } = field;
  const chosen = (options as { key: string; label: string; archived: boolean }[])
    .filter(({ archived }) => !archived)
    .map((option) => ({ key: option.key, label: option.label }));
  return {
    ...pick(field, ['account_uuid', 'type', 'required', 'unique']),
    text_from_record: shown({ key, label, help, options: chosen }, most),
  };
}

function shownPipeline(pipeline: Record<string, unknown>, most: number): object {
  const stages = pipeline.stages as { uuid: string; name: string; probability: number | null }[];
  return {
    ...pick(pipeline, ['uuid', 'account_uuid']),
    stages: stages.map(({ uuid, probability, name }) => ({
      ...{ uuid, probability },
      text_from_record: shown({ name }, most),
    })),
    text_from_record: shown({ name: pipeline.name }, most),
  };
}

function pick(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
