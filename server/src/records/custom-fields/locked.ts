import type { CustomField } from '@rapport/contract/custom-fields';
import type { Caller, Cause } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { refuseUnless } from '../../access/rules.ts';
import { recordEvents } from '../../events/actions.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { notFound, type Problem } from '../../platform/problem.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { declaredIn, lockFields } from './declared.ts';
import * as queries from './queries.ts';
import { refuseWhileReading } from './rules.ts';

/** The name of the resource in refusals. */
export const WORD = 'custom field';

/** Locks a field, and lets those wait who write records of its Account. */
export async function lockField(
  tx: Transaction,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
  evenWhileReading = false,
): Promise<CustomField | Problem> {
  const [found] = (await declaredIn(tx, reachOf(caller))).filter((field) => field.uuid === uuid);
  if (!found) return notFound(WORD);
  const refusal = refuseUnless(caller, found.account_uuid, 'manage_fields', WORD);
  if (refusal) return refusal;
  await lockFields(tx, found.account_uuid);
  const field = await queries.findLocked(tx, reachOf(caller), uuid);
  if (!field) return notFound(WORD);
  return (
    versionMismatch(field.version, expectedVersions) ??
    (evenWhileReading ? null : refuseWhileReading(field)) ??
    field
  );
}

/** Writes a changed field, with its version and event. */
export async function change(
  core: RecordsCore,
  tx: Transaction,
  cause: Cause,
  after: CustomField,
  previous: Record<string, unknown>,
): Promise<CustomField> {
  await queries.updateField(tx, after);
  await recordEvents(core, tx, cause, [
    { event: 'custom_field.updated', account_uuid: after.account_uuid, record: after, previous },
  ]);
  return after;
}

/** The kind of record that a request names. Its schema knows no other. */
export function kindOf({ kinds }: RecordsCore, resource: string): AnyKind {
  return kinds.find(({ definition }) => definition.name === resource)!;
}
