import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import type { Share } from '@rapport/contract/records/share-fields';
import { unseen } from '../access/sight.ts';
import { usersWithLogin } from '../accounts/logins/look-ups.ts';
import { teamsNamed } from '../accounts/teams/look-ups.ts';
import type { Queryable } from '../platform/database/database.ts';
import { madeOnce } from '../platform/made-once.ts';
import { type DeclaredField, declaredToWrite } from './custom-fields/declared.ts';
import { findTaken, type Holder } from './custom-fields/taken.ts';
import { usersNamed, uuidsIn } from './custom-fields/values.ts';
import { fault } from './fault.ts';
import { maskedHolders } from './holders.ts';
import type { AnyKind, CrmRecord, Owner, Revision } from './kind.ts';
import { findHolders, findNamed, findOwners } from './look-up-queries.ts';
import { linkedKind } from './references.ts';
import { emptyRecord, withFields } from './rules.ts';
import { NOT_SPELLED, type Spellings, spellingsOf } from './tags/spelling.ts';

/**
 * The database's answer about some records: the Users and records that they name and that exist,
 * the records that have their external_ids, and what their kind needs.
 */
export type Surroundings = {
  users: Set<string>;
  named: Set<string>;
  holders: Map<string, Holder>;
  /** The fields that the Account has given to the kind. */
  declared: DeclaredField[];
  /** The records that have values in unique fields, by `field_uuid value`. */
  taken: Map<string, Holder>;
  /** How the Account spells the tags. */
  tags: Spellings;
  own: unknown;
};

/** The surroundings of what names nothing: made anew, because decisions add to them. */
export function nothingAround(): Surroundings {
  return {
    users: new Set(),
    named: new Set(),
    holders: new Map(),
    declared: [],
    taken: new Map(),
    tags: NOT_SPELLED,
    own: null,
  };
}

type Naming = { pointer: string; resource: string; uuid: string };

/**
 * Looks up, for fields of many records of one Account at once, all that they name. It takes one
 * round trip. `tx` is the transaction as the caller sees it (`seenBy`). `restored` are deleted
 * records that get their external_ids back.
 */
export async function lookAround(
  tx: Queryable,
  kinds: readonly AnyKind[],
  kind: AnyKind,
  account: Owner,
  given: object[],
  restored: CrmRecord[] = [],
): Promise<Surroundings> {
  const drafts = given.map((fields) => draftOf(kind, fields));
  const idsOf = (records: CrmRecord[]) => [
    ...new Set(records.flatMap(({ external_id }) => external_id ?? [])),
  ];
  const [around, owners] = await Promise.all([
    lookFor(
      tx,
      kinds,
      kind,
      account,
      drafts.flatMap((draft) => namingsOf(kind, draft)),
      idsOf(drafts),
      [...drafts, ...restored].map(({ custom }) => custom),
      drafts.flatMap(({ tags }) => tags),
    ),
    maskedHolders(tx, kind, findOwners(unseen(tx), kind, account, idsOf(restored))),
  ]);
  return { ...around, holders: new Map([...around.holders, ...owners]) };
}

/** The fields of a record as they are kept, for what they name. */
function draftOf({ definition }: AnyKind, given: object): CrmRecord {
  const empty = emptyRecord(definition) as unknown as CrmRecord;
  return withFields(definition, empty, given as Record<string, unknown>);
}

/** Looks up references that are collected already, and who has the external_ids. */
export async function lookFor(
  tx: Queryable,
  kinds: readonly AnyKind[],
  kind: AnyKind,
  account: Owner,
  namings: Pick<Naming, 'resource' | 'uuid'>[],
  external_ids: string[] = [],
  customs: Record<string, unknown>[] = [],
  tags: string[] = [],
): Promise<Surroundings> {
  const uuidsOf = (resource: string) => [
    ...new Set(namings.filter((naming) => naming.resource === resource).map(({ uuid }) => uuid)),
  ];
  // Only the declared fields say whether a uuid there names a User. They come in the same trip.
  const users = [...new Set([...uuidsOf('user'), ...customs.flatMap(uuidsIn)])];
  const others = kinds
    .map((other) => ({ kind: other, uuids: uuidsOf(other.definition.name) }))
    .filter(({ uuids }) => uuids.length > 0);
  // A value that a hidden record has is taken, too.
  const whole = unseen(tx);
  const teams = uuidsOf('team');
  const [known, named, named_teams, holders, declared, taken, spellings, own] = await Promise.all([
    users.length > 0 ? usersWithLogin(tx, account, users) : new Set<string>(),
    findNamed(tx, account, others),
    teams.length > 0 ? teamsNamed(tx, account, teams) : [],
    maskedHolders(tx, kind, findHolders(whole, kind, account, external_ids)),
    declaredToWrite(tx, account, kind.definition.name),
    maskedHolders(tx, kind, findTaken(whole, kind, account, customs)),
    spellingsOf(tx, account, tags),
    kind.look ? kind.look(tx, account) : null,
  ]);
  for (const uuid of named_teams) named.add(`team ${uuid}`);
  return { users: known, named, holders, declared, taken, tags: spellings, own };
}

/**
 * Faults of references to Users and records that do not exist, or that the Account does not know.
 */
export function namingFaults(
  kind: AnyKind,
  revision: Revision<CrmRecord>,
  around: Surroundings,
): FieldError[] {
  return newNamings(kind, revision, around.declared).flatMap(({ pointer, resource, uuid }) => {
    if (resource === 'user') return around.users.has(uuid) ? [] : [userNotFound(pointer)];
    if (around.named.has(`${resource} ${uuid}`)) return [];
    if (resource === 'team')
      return [fault(pointer, 'not_found', 'must be a team of the Account (GET /api/v2/teams).')];
    return [fault(pointer, 'not_found', `must be a ${resource} of the Account that is not deleted.`)];
  });
}

function userNotFound(pointer: string): FieldError {
  const text = 'must be a User with a login to the Account (GET /api/v2/accounts/{uuid}/logins).';
  return fault(pointer, 'not_found', text);
}

/** The references that a change adds to a record, except those that the kind looks up itself. */
function newNamings(
  kind: AnyKind,
  { record, before }: Revision<CrmRecord>,
  declared: readonly DeclaredField[],
): Naming[] {
  const all = (one: CrmRecord) => [
    ...namingsOf(kind, one),
    ...usersNamed(declared, one).map((user) => ({ ...user, resource: 'user' })),
  ];
  if (!before) return all(record);
  const known = new Set(all(before).map(({ resource, uuid }) => `${resource} ${uuid}`));
  return all(record).filter(({ resource, uuid }) => !known.has(`${resource} ${uuid}`));
}

function namingsOf({ definition }: AnyKind, record: CrmRecord): Naming[] {
  const values = record as unknown as Record<string, unknown>;
  return referringFields(definition).flatMap(([name, field]) =>
    NAMED_BY[field.type]!(name, field, values[name] as never),
  );
}

/** The fields that refer to Users or records, but for those that the kind looks up itself. */
const referringFields = madeOnce((definition: RecordDefinition) =>
  Object.entries(definition.fields as Record<string, RecordField>).filter(
    ([, { type, by, held }]) => NAMED_BY[type] && by === 'caller' && !held,
  ),
);

const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** What a value names, for the types that refer to others. */
const NAMED_BY: Partial<Record<FieldType, (name: string, field: RecordField, value: never) => Naming[]>> = {
  uuid: (name, { to }, uuid: string | null) =>
    uuid === null ? [] : [{ pointer: `/${name}`, resource: to!, uuid }],
  links: (name, field, links: Record<string, string>[]) =>
    links.map((link, index) => ({
      pointer: `/${name}/${index}/${field.key}`,
      resource: linkedKind(field, link),
      uuid: link[field.key!]!,
    })),
  shares: (name, _, shares: Share[]) =>
    shares.map(({ user_uuid, team_uuid }, index) => ({
      pointer: `/${name}/${index}/${user_uuid ? 'user_uuid' : 'team_uuid'}`,
      resource: user_uuid ? 'user' : 'team',
      // One without both is a fault of its own.
      uuid: user_uuid ?? team_uuid ?? NO_UUID,
    })),
};
