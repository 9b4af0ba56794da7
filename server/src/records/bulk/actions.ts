import { BULK_FOUND_MAX, type BulkRequest, type BulkStarted } from '@rapport/contract/records/bulk';
import { type Caller, lastingCause } from '../../access/caller.ts';
import { placeOf } from '../../access/days.ts';
import { accountToWrite } from '../../access/rules.ts';
import { seenInLists } from '../../access/sight.ts';
import { enqueue } from '../../jobs/actions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { noteBegun } from '../changes/outcomes.ts';
import { refuseIgnored } from '../export/actions.ts';
import { fault } from '../fault.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { readList } from '../read-list.ts';
import { toWrite } from '../unchangeable.ts';
import { type Bulk, bulkType } from './job.ts';
import { insertPortions, listMatching } from './queries.ts';
import { type Chosen, faultsOf, NOTHING_YET } from './rules.ts';

/** Records a step: small, so that others who write the same records do not wait long. */
const CHANGED_AT_ONCE = 200;

/**
 * Has a job do one thing to many records of an Account, as one change. Which they are is decided
 * now: those that are named, or all of a list but a few. 409 when the list has another number of
 * records than the caller saw, or none.
 */
export async function beginBulk(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  request: BulkRequest,
): Promise<BulkStarted | Problem> {
  const account_uuid = accountToWrite(caller, request.account_uuid, toWrite(kind));
  if (account_uuid instanceof Problem) return account_uuid;
  const faults = faultsOf(kind, request);
  if (faults.length > 0) return fieldsInvalid(...faults);
  return core.db.transaction(async (tx) => {
    const chosen = await choose({ ...core, db: tx }, kind, caller, account_uuid, request);
    if (chosen instanceof Problem) return chosen;
    const bulk = bulkOf(kind, caller, account_uuid, request);
    const { change_uuid } = bulk.cause;
    const job_uuid = newUuid(core.clock.now());
    await enqueue(core, tx, bulkType(core.kinds), {
      uuid: job_uuid,
      step: { ...bulk, ...NOTHING_YET },
      account_uuid,
      user_uuid: caller.user_uuid,
      subject_uuid: change_uuid,
      resource: kind.definition.name,
      total_count: chosen.length,
    });
    const portions = Array.from({ length: Math.ceil(chosen.length / CHANGED_AT_ONCE) }, (_, index) =>
      chosen.slice(index * CHANGED_AT_ONCE, (index + 1) * CHANGED_AT_ONCE),
    );
    insertPortions(tx, job_uuid, portions);
    await noteBegun(core, tx, account_uuid, bulk.cause);
    return { account_uuid, change_uuid, job_uuid, total_count: chosen.length };
  });
}

function bulkOf(kind: AnyKind, caller: Caller, account_uuid: string, request: BulkRequest): Bulk {
  const { scope = null } = caller;
  const { action, data, add_tags, remove_tags } = request;
  return {
    account_uuid,
    kind: kind.definition.name,
    act: { action, data, add_tags, remove_tags },
    cause: lastingCause({ ...caller, source: 'bulk' }),
    scope,
    time_zone: placeOf(caller, account_uuid).time_zone,
  };
}

/** The records that the request is about, each once. */
async function choose(
  core: RecordsCore & { db: Queryable },
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  { records, query, count, except = [] }: BulkRequest,
): Promise<Chosen[] | Problem> {
  if (records) {
    const versions = new Map(records.map(({ uuid, version = null }) => [uuid.toLowerCase(), version]));
    return [...versions];
  }
  const { account_uuid: of = account_uuid, ...own } = Object.fromEntries(new URLSearchParams(query));
  if (of.toLowerCase() !== account_uuid)
    return fieldsInvalid(fault('/query', 'wrong_value', 'names another Account than account_uuid.'));
  const asked = await readList(core, kind, caller, { ...own, account_uuid });
  if (asked instanceof Problem) return asked;
  if (asked.ignored.length > 0) return refuseIgnored(asked.ignored);
  const found = await listMatching(seenInLists(core.db, asked.reach), kind, asked, BULK_FOUND_MAX + 1);
  const { plural } = kind.definition;
  if (found.length > BULK_FOUND_MAX) {
    const detail = `The list has more than ${BULK_FOUND_MAX} ${plural}. Narrow it by a filter.`;
    return new Problem('limit_reached', detail);
  }
  if (found.length !== count) {
    const detail = `The list has ${found.length} ${plural} now, and not ${count}. Look at it again, and say how many.`;
    return new Problem('conflict', detail);
  }
  const left = new Set(except.map((uuid) => uuid.toLowerCase()));
  const chosen = found.filter(([uuid]) => !left.has(uuid));
  if (chosen.length > 0) return chosen;
  return new Problem('conflict', `The list has no ${plural} to change, so nothing is done.`);
}
