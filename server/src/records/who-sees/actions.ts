import type { RecordAccess } from '@rapport/contract/records/access';
import type { Caller } from '../../access/caller.ts';
import { may, reachOf } from '../../access/reach.ts';
import { listSeers } from '../../access/seers.ts';
import type { Core } from '../../platform/core.ts';
import { Problem } from '../../platform/problem.ts';
import { getRecord } from '../actions.ts';
import type { AnyKind } from '../kind.ts';
import { refuseUnchangeable, toWrite } from '../unchangeable.ts';

/** Who sees a record that the caller sees, and why. 404 for others. */
export async function readAccess(
  core: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
): Promise<RecordAccess | Problem> {
  const record = await getRecord(core, kind, caller, uuid);
  if (record instanceof Problem) return record;
  const { account_uuid } = record;
  const reach = reachOf(caller);
  const [refusal, people] = await Promise.all([
    refuseUnchangeable(core.db, kind, reach, uuid),
    listSeers(core.db, account_uuid, kind.definition.name, uuid),
  ]);
  return { may_change: refusal === null && may(reach, account_uuid, toWrite(kind)), people };
}
