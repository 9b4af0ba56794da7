import type { Handover } from '@rapport/contract/handovers';
import type { KeptOwner } from '@rapport/contract/kept-owners';
import type { Caller } from '../../access/caller.ts';
import { refuseUnless } from '../../access/rules.ts';
import { listUsersOf } from '../../accounts/logins/look-ups.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { countsOf, handTo } from '../../records/handover/actions.ts';
import { type NamedField, type NamingField, namesIn } from '../../records/handover/look-ups.ts';
import type { RecordsCore } from '../../records/kind.ts';
import * as queries from './queries.ts';
import { namingFields, type SourcePerson, wordsFor } from './rules.ts';

type ReadCore = Pick<RecordsCore, 'db' | 'kinds'>;

/** The Users of an Account whom imported records name as their owner. For admins and owners. */
export async function listKeptOwners(
  core: ReadCore,
  caller: Caller,
  account_uuid: string,
): Promise<KeptOwner[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_records', 'Account');
  if (refusal) return refusal;
  const kept = await keptNames(core, account_uuid);
  if (kept.fields.length === 0) return [];
  const declined = await queries.listDeclined(core.db, account_uuid);
  const users = await listUsersOf(core.db, account_uuid);
  const asked = users.filter(({ uuid, role }) => role !== 'viewer' && !declined.has(uuid));
  const owners = await Promise.all(asked.map((user) => keptOwnerOf(core, account_uuid, user, kept)));
  return owners.flatMap((owner) => owner ?? []);
}

/** Gives a User the records that name them, as one change. It is a handover, so it may be a job. */
export async function assignKeptOwner(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  user_uuid: string,
): Promise<Handover | Problem> {
  const user = await findUser(core, caller, account_uuid, user_uuid);
  if (user instanceof Problem) return user;
  const named = namedOf(user, await keptNames(core, account_uuid));
  return handTo(core, caller, account_uuid, user.uuid, { named });
}

/** Says that a User is not whom records name: nobody is asked again. */
export async function declineKeptOwner(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  user_uuid: string,
): Promise<null | Problem> {
  const user = await findUser(core, caller, account_uuid, user_uuid);
  if (user instanceof Problem) return user;
  await queries.insertDeclined(core.db, account_uuid, user.uuid, core.clock.now());
  return null;
}

async function findUser({ db }: ReadCore, caller: Caller, account_uuid: string, user_uuid: string) {
  const refusal = refuseUnless(caller, account_uuid, 'manage_records', 'Account');
  if (refusal) return refusal;
  const users = await listUsersOf(db, account_uuid);
  return users.find(({ uuid }) => uuid === user_uuid.toLowerCase()) ?? notFound('User');
}

/** What imports have kept of the owners whom they did not find. */
export type KeptNames = { fields: (NamingField & { names: string[] })[]; people: SourcePerson[] };

export async function keptNames({ db, kinds }: ReadCore, account_uuid: string): Promise<KeptNames> {
  const plans = await queries.listPlans(db, account_uuid);
  if (plans.length === 0) return { fields: [], people: [] };
  const fields = namingFields(plans.map(({ plan }) => plan));
  const people = plans.flatMap((one) => one.people.flatMap((list) => Object.values(list)));
  const named = fields.map(async (field) => {
    const kind = kinds.find(({ definition }) => definition.name === field.resource)!;
    return { ...field, names: await namesIn(db, kind, account_uuid, field) };
  });
  return { fields: await Promise.all(named), people };
}

type User = Awaited<ReturnType<typeof listUsersOf>>[number];

/** What is kept of one User; null: nothing. */
export async function keptOwnerOf(
  core: ReadCore,
  account_uuid: string,
  { uuid, name, email }: Omit<User, 'role'>,
  kept: KeptNames,
): Promise<KeptOwner | null> {
  const named = namedOf({ uuid, name, email }, kept);
  if (named.length === 0) return null;
  const counts = await countsOf(core, account_uuid, { named });
  const names = [...new Set(named.flatMap(({ words }) => words))];
  return Object.keys(counts).length === 0
    ? null
    : { account_uuid, user_uuid: uuid, user: { uuid, name, email }, names, counts };
}

function namedOf(user: Omit<User, 'role'>, { fields, people }: KeptNames): NamedField[] {
  const named = fields.map(({ names, instead, ...field }) => ({
    ...field,
    // Whoever it is keeps what is theirs already.
    instead: instead.filter((uuid) => uuid !== user.uuid),
    words: wordsFor(user, names, people),
  }));
  return named.filter(({ words }) => words.length > 0);
}
