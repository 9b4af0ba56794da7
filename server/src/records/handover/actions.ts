import type { Handover, HandoverRequest } from '@rapport/contract/handovers';
import { type Caller, lastingCause } from '../../access/caller.ts';
import { refuseUnless } from '../../access/rules.ts';
import { mayUser } from '../../accounts/logins/look-ups.ts';
import { enqueue } from '../../jobs/actions.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { fault } from '../fault.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { type Handing, handoverType, handSome, tellHanded } from './job.ts';
import { countOf, personFields, type Whose } from './queries.ts';

/**
 * Gives the records that one User looks after to another, as one change, which can be taken back.
 * The first of many at once, the rest by a job. For admins and owners. With `dry_run` it only
 * counts.
 */
export async function handOver(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  { from_user_uuid, to_user_uuid, only_open = false, dry_run = false }: HandoverRequest,
): Promise<Handover | Problem> {
  const [from, to] = [from_user_uuid.toLowerCase(), to_user_uuid.toLowerCase()];
  const refusal = refuseUnless(caller, account_uuid, 'manage_records', 'Account');
  if (refusal) return refusal;
  if (from === to) return fieldsInvalid(fault('/to_user_uuid', 'wrong_value', 'must be another User.'));
  return handTo(core, caller, account_uuid, to, { from, only_open }, dry_run);
}

/** Hands records to a User, for a caller whose right was checked. */
export async function handTo(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  to: string,
  whose: Whose,
  dry_run = false,
): Promise<Handover | Problem> {
  if (!(await mayUser(core.db, account_uuid, to, 'write_records'))) {
    const text = 'must be a User with a login to the Account whose role changes records.';
    return fieldsInvalid(fault('/to_user_uuid', 'not_found', text));
  }
  const counts = await countsOf(core, account_uuid, whose);
  const total_count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const nothing = { account_uuid, counts, change_uuid: null, job_uuid: null };
  if (dry_run || total_count === 0) return nothing;
  const { change_uuid } = caller;
  const cause = lastingCause({ ...caller, source: 'bulk' });
  const kinds = kindsOfPeople(core).map(({ definition }) => definition.name);
  const handing: Handing = { ...whose, account_uuid, to, cause, kinds, after: null, done: 0 };
  return core.db.transaction(async (tx) => {
    const next = await handSome(core, tx, handing);
    if (next === null) {
      await tellHanded(core, tx, handing);
      return { ...nothing, change_uuid };
    }
    const job_uuid = await enqueue(core, tx, handoverType(core.kinds), {
      step: next,
      account_uuid,
      user_uuid: caller.user_uuid,
      subject_uuid: change_uuid,
      key: 'from' in whose ? `${account_uuid} ${whose.from}` : `${account_uuid} named ${to}`,
      total_count,
    });
    if (job_uuid === null) return isRunning();
    return { ...nothing, change_uuid, job_uuid };
  });
}

/** How many records would be handed over, by kind. */
export async function countsOf(
  { db, kinds }: Pick<RecordsCore, 'db' | 'kinds'>,
  account_uuid: string,
  whose: Whose,
): Promise<Record<string, number>> {
  const counted = await Promise.all(
    kindsOfPeople({ kinds }).map(async (kind): Promise<[string, number]> => {
      return [kind.definition.name, await countOf(db, kind, account_uuid, whose)];
    }),
  );
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

function kindsOfPeople({ kinds }: Pick<RecordsCore, 'kinds'>): AnyKind[] {
  return kinds.filter((kind) => personFields(kind).length > 0);
}

function isRunning(): Problem {
  return new Problem(
    'conflict',
    'The records of this User are being handed over. Wait until that has ended.',
  );
}
