import type { FirstRun } from '@rapport/contract/sessions';
import { type Caller, type Cause, newcomer } from '../access/caller.ts';
import { createAccount } from '../accounts/actions.ts';
import { KINDS } from '../crm/kinds.ts';
import { createFirstUser } from '../identity/actions.ts';
import { type Session, startSession } from '../identity/sessions/actions.ts';
import type { Core } from '../platform/core.ts';
import type { RequestOrigin } from '../platform/http/server/request-origin.ts';
import { Problem } from '../platform/problem.ts';
import { addSampleData } from '../samples/actions.ts';

/**
 * Creates the first User with their Account, and signs them in; 409 once there is a User. `onError`
 * gets the error when the sample data cannot be added.
 */
export async function signUpFirst(
  core: Core,
  from: RequestOrigin,
  details: FirstRun,
  onError: (error: Error) => void,
): Promise<{ session: Session; cookie: string } | Problem> {
  const started = await core.db.transaction(async (tx) => {
    const within = { ...core, db: tx };
    const user = await createFirstUser(within, details);
    if (user instanceof Problem) return user;
    const cause = newcomer(user, from);
    const account = await createAccount(within, cause, user.uuid, {
      ...details,
      name: details.account_name,
      ...(from.language && { language: from.language }),
    });
    if (account instanceof Problem) return account;
    return { cause, user, account, ...(await startSession(within, tx, user, from, undefined)) };
  });
  if (started instanceof Problem) return started;
  const { cause, user, account, session, cookie } = started;
  if (details.sample_data) await fill(core, cause, user.uuid, account.uuid, onError);
  return { session, cookie };
}

/** Adds the sample data. A failure does not fail the sign-up, as the User can begin without it. */
async function fill(
  core: Core,
  cause: Cause,
  user_uuid: string,
  account_uuid: string,
  onError: (error: Error) => void,
): Promise<void> {
  const logins = [{ uuid: account_uuid, account_uuid, role: 'owner' as const }];
  const owner: Caller = { ...cause, user_uuid, logins };
  await addSampleData({ ...core, kinds: KINDS }, owner, account_uuid, onError).catch(onError);
}
