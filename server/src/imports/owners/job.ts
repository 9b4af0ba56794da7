import { listUsersOf } from '../../accounts/logins/look-ups.ts';
import { LOOK_FOR_NAME } from '../../accounts/logins/name-job.ts';
import type { JobType } from '../../jobs/job-type.ts';
import { tell } from '../../notifications/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { AnyKind } from '../../records/kind.ts';

type Step = { account_uuid: string; user_uuid: string };

/** Tells owners and admins of a User who has joined and whom records name as their owner. */
export function lookForNameType(kinds: readonly AnyKind[]): JobType<Step, Core> {
  return {
    ...LOOK_FOR_NAME,
    is_shown: false,
    run: async (core, tx, { step: { account_uuid, user_uuid } }) => {
      const users = await listUsersOf(tx, account_uuid);
      const joined = users.find(({ uuid }) => uuid === user_uuid);
      if (!joined || joined.role === 'viewer') return { completed: null };
      const { keptNames, keptOwnerOf } = await import('./actions.ts');
      const own = { ...core, db: tx, kinds };
      const owner = await keptOwnerOf(own, account_uuid, joined, await keptNames(own, account_uuid));
      if (owner === null) return { completed: null };
      const about = { account_uuid, resource: 'user', subject_uuid: user_uuid, title: joined.name };
      for (const { uuid, role } of users) {
        if (role !== 'owner' && role !== 'admin') continue;
        tell(core, tx, { ...about, user_uuid: uuid, sort: 'owner_joined', due_on: null, due_at: null });
      }
      return { completed: null };
    },
  };
}
