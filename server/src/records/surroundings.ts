import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { RecordField } from '@rapport/contract/records/record-field';
import { usersWithLogin } from '../accounts/logins/actions.ts';
import type { Queryable } from '../platform/database/database.ts';
import { fault } from './fault.ts';
import type { AnyKind, CrmRecord, Step } from './kind.ts';
import { findNamed } from './look-up-queries.ts';

/**
 * The database's answer about some records: the Users and records that they name and that exist,
 * and what their kind needs.
 */
export type Surroundings = { users: Set<string>; named: Set<string>; own: unknown };

type Naming = { pointer: string; resource: string; uuid: string };

/** Looks up, for many records of one Account at once, all that they name. */
export function lookAround(
  tx: Queryable,
  kinds: readonly AnyKind[],
  kind: AnyKind,
  account_uuid: string,
  steps: Step<CrmRecord>[],
): Promise<Surroundings> {
  return lookFor(
    tx,
    kinds,
    kind,
    account_uuid,
    steps.flatMap((step) => newNamings(kind, step)),
  );
}

/** Looks up references that are collected already. */
export async function lookFor(
  tx: Queryable,
  kinds: readonly AnyKind[],
  kind: AnyKind,
  account_uuid: string,
  namings: Pick<Naming, 'resource' | 'uuid'>[],
): Promise<Surroundings> {
  const uuidsOf = (resource: string) => [
    ...new Set(namings.filter((naming) => naming.resource === resource).map(({ uuid }) => uuid)),
  ];
  const users = uuidsOf('user');
  const named = kinds
    .map((other) => ({ kind: other, uuids: uuidsOf(other.definition.name) }))
    .filter(({ uuids }) => uuids.length > 0);
  return {
    users: users.length > 0 ? await usersWithLogin(tx, account_uuid, users) : new Set(),
    named: await findNamed(tx, account_uuid, named),
    own: kind.look ? await kind.look(tx, account_uuid) : null,
  };
}

/**
 * Faults of references to Users and records that do not exist, or that the Account does not know.
 */
export function namingFaults(kind: AnyKind, step: Step<CrmRecord>, around: Surroundings): FieldError[] {
  return newNamings(kind, step).flatMap(({ pointer, resource, uuid }) => {
    if (resource === 'user') return around.users.has(uuid) ? [] : [userNotFound(pointer)];
    if (around.named.has(`${resource} ${uuid}`)) return [];
    return [fault(pointer, 'not_found', `must be a ${resource} of the Account that is not deleted.`)];
  });
}

function userNotFound(pointer: string): FieldError {
  const text = 'must be a User with a login to the Account (GET /api/v2/accounts/{uuid}/logins).';
  return fault(pointer, 'not_found', text);
}

/** The references that a change adds to a record, except those that the kind looks up itself. */
function newNamings(kind: AnyKind, { record, before }: Step<CrmRecord>): Naming[] {
  const known = new Set(before ? namingsOf(kind, before).map(({ uuid }) => uuid) : []);
  return namingsOf(kind, record).filter(({ uuid }) => !known.has(uuid));
}

function namingsOf({ definition }: AnyKind, record: CrmRecord): Naming[] {
  const values = record as unknown as Record<string, unknown>;
  return referringFields(definition).flatMap(([name, field]): Naming[] => {
    const { type, to, by, held, key, resources } = field;
    if (type === 'uuid' && by === 'caller' && !held && values[name] !== null) {
      return [{ pointer: `/${name}`, resource: to!, uuid: values[name] as string }];
    }
    if (type !== 'links') return [];
    return (values[name] as Record<string, string>[]).map((link, index) => ({
      pointer: `/${name}/${index}/${key}`,
      resource: link.resource ?? resources![0]!,
      uuid: link[key!]!,
    }));
  });
}

/**
 * The fields that refer to Users or records. They are found once, not for each row of an import.
 */
function referringFields(definition: RecordDefinition): [string, RecordField][] {
  const known = REFERRING.get(definition);
  if (known) return known;
  const fields = Object.entries(definition.fields as Record<string, RecordField>);
  const referring = fields.filter(([, { type }]) => type === 'uuid' || type === 'links');
  REFERRING.set(definition, referring);
  return referring;
}

const REFERRING = new WeakMap<RecordDefinition, [string, RecordField][]>();
