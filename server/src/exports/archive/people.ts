import type { Role } from '@rapport/contract/accounts';
import type { Share } from '@rapport/contract/records/share-fields';
import type { Queryable } from '../../platform/database/database.ts';
import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import type { AnyKind } from '../../records/kind.ts';
import type { WholeRecord } from '../../records/whole.ts';
import type { MemberLine } from './format.ts';
import { shareFields, userFields } from './parts.ts';
import * as queries from './queries.ts';

type Values = Record<string, unknown>;

/** A member of an archive, as the operator is told of them. */
type Member = { email: string; name: string; role: Role | null };

/** The Users of an archive beside those of this installation. */
export type People = {
  /** The User here, by the uuid in the archive. */
  here: Map<string, string>;
  /** Those who get a Login. */
  joining: (Member & { user_uuid: string; role: Role })[];
  /** Members who are Users here, at an address that nobody has proven to be theirs. */
  unproven: Member[];
  /** Members and former members who are no Users here. */
  missing: Member[];
};

/**
 * Finds the Users of an archive by their addresses. Whoever is only said to have an address gets no
 * Login: an Account must not be handed to somebody who typed the address of a member. The operator
 * vouches for the owner, who is one whatever the archive says.
 */
export async function matchPeople(tx: Queryable, members: MemberLine[], owner_uuid: string): Promise<People> {
  const emails = members.map(({ email }) => email);
  const found = new Map((await queries.findUsers(tx, emails)).map((user) => [user.email, user]));
  const people: People = { here: new Map(), joining: [], unproven: [], missing: [] };
  for (const { uuid, email, name, role } of members) {
    const user = found.get(email.toLowerCase());
    if (!user) people.missing.push({ email, name, role: role as Role | null });
    if (!user) continue;
    people.here.set(uuid, user.uuid);
    if (user.uuid === owner_uuid) people.joining.push({ email, name, role: 'owner', user_uuid: owner_uuid });
    if (role === null || user.uuid === owner_uuid) continue;
    const member = { email, name, role: role as Role };
    if (user.is_proven) people.joining.push({ ...member, user_uuid: user.uuid });
    else people.unproven.push(member);
  }
  return people;
}

/**
 * The record with the Users of this installation; those who are missing name nobody, and
 * nothing is shared with them. Teams stay behind.
 */
export function withPeople(
  { here }: People,
  { definition }: AnyKind,
  declared: readonly DeclaredField[],
  record: WholeRecord,
): WholeRecord {
  const values: Values = { ...record };
  for (const name of userFields(definition)) values[name] = here.get(values[name] as string) ?? null;
  const isHere = (shares: Share[]) =>
    shares.flatMap(({ user_uuid, may_change }) => {
      const found = here.get(user_uuid ?? '');
      return found ? [{ user_uuid: found, may_change }] : [];
    });
  for (const name of shareFields(definition)) values[name] = isHere(values[name] as Share[]);
  const own = declared.filter(
    ({ field, key }) => field.to === 'user' && typeof record.custom[key] === 'string',
  );
  if (own.length > 0) {
    const custom = own.map(({ key }) => [key, here.get(record.custom[key] as string) ?? record.custom[key]]);
    values.custom = { ...record.custom, ...Object.fromEntries(custom) };
  }
  return values as unknown as WholeRecord;
}

/**
 * Returns the function that puts the Users of this installation into the text of an event, so that
 * its change can be taken back by them. Those who are missing stay as they were.
 */
export function textWithPeople({ here }: People): (text: string) => string {
  const others = [...here].filter(([there, user_uuid]) => there !== user_uuid);
  if (others.length === 0) return (text) => text;
  const byUuid = new Map(others);
  const any = new RegExp(others.map(([there]) => there).join('|'), 'g');
  return (text) => text.replace(any, (uuid) => byUuid.get(uuid)!);
}
