import sql, { raw } from 'sql-template-tag';
import { mayUser } from '../accounts/logins/look-ups.ts';
import { RENEW, type RenewStep } from '../accounts/renew-job.ts';
import { waitForOtherChanges } from '../events/feed-order.ts';
import type { JobType } from '../jobs/job-type.ts';
import { changedFields } from '../platform/changed-fields.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { loneUuid } from '../platform/ids.ts';
import { changeMany } from './change-many.ts';
import type { AnyKind, CrmRecord, RecordsCore } from './kind.ts';
import { lockRecords } from './queries.ts';

/** Records a step: small, so that others who write the same records do not wait long. */
const PORTION = 200;

/**
 * Makes anew, in all records of an Account, what follows from the Account, after that has changed.
 * A record that is another then has an event as after any change. Deleted records are made anew
 * when they come back.
 */
export function renewType(kinds: readonly AnyKind[]): JobType<RenewStep, Core> {
  const renewed = kinds.filter(({ renew }) => renew);
  return {
    name: RENEW,
    is_shown: true,
    // The country of the Account is not taken back, so all its numbers are read by it.
    apart: (step, now) => ({ ...step, cause: { ...step.cause, change_uuid: loneUuid(now) } }),
    run: async (core, tx, job) => {
      const account_uuid = job.account_uuid!;
      if (!(await mayUser(tx, account_uuid, job.user_uuid!, 'manage_account'))) {
        return { failed: 'Who changed the Account may no longer do so. Choose its country once more.' };
      }
      const names = job.step.kinds ?? renewed.map(({ definition }) => definition.name);
      const kind = renewed.find(({ definition }) => definition.name === names[0]);
      if (!kind) return { completed: { changed: job.done_count } };
      const uuids = await listAlive(tx, kind, account_uuid, job.step.after, PORTION);
      const done_count = job.done_count + (await renewRecords({ ...core, kinds }, tx, kind, uuids, job));
      const isLast = uuids.length < PORTION;
      const next = { ...job.step, kinds: isLast ? names.slice(1) : names };
      return { next: { ...next, after: isLast ? null : uuids.at(-1)! }, done_count };
    },
  };
}

/** Renews these records, and returns how many became others. */
async function renewRecords(
  core: RecordsCore,
  tx: Transaction,
  kind: AnyKind,
  uuids: string[],
  { account_uuid, step }: { account_uuid: string | null; step: RenewStep },
): Promise<number> {
  waitForOtherChanges(tx, account_uuid!);
  const [records, own] = await Promise.all([
    lockRecords<CrmRecord>(tx, kind, account_uuid!, uuids),
    kind.look!(tx, account_uuid!),
  ]);
  const updates = records.flatMap((before) => {
    const given = kind.renew!(before, own);
    const changed = Object.keys(changedFields(before, given) ?? {});
    const fields = Object.fromEntries(changed.map((name) => [name, given[name]]));
    return changed.length > 0 ? [{ action: 'update' as const, before, given: fields }] : [];
  });
  if (updates.length > 0) await changeMany(core, tx, kind, account_uuid!, updates, step.cause);
  await tx.settled();
  return updates.length;
}

async function listAlive(
  tx: Queryable,
  { table }: AnyKind,
  account_uuid: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ uuid: string }>(sql`
    SELECT uuid FROM ${raw(table)} WHERE account_uuid = ${account_uuid} AND deleted_at IS NULL
      AND (${after}::uuid IS NULL OR uuid > ${after}) ORDER BY uuid LIMIT ${limit}`);
  return rows.map(({ uuid }) => uuid);
}
