import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FirstRun } from '@rapport/contract/sessions';
import { type Cause, newcomer } from '../access/caller.ts';
import { createAccount } from '../accounts/actions.ts';
import { clients } from '../crm/clients/kind.ts';
import { KINDS } from '../crm/kinds.ts';
import { createFirstUser } from '../identity/actions.ts';
import { type Session, startSession } from '../identity/sessions/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Origin } from '../platform/http/server/origin.ts';
import { Problem } from '../platform/problem.ts';
import { importByOperator } from '../records/import/actions.ts';

/** 503 real companies; their columns are recognised by their names. */
const SAMPLE_FILE = join(import.meta.dirname, '../../../examples/data/companies.csv');

/** Creates the first User with their Account and signs them in; 409 for everybody after. `onError` hears why there is no sample data. */
export async function signUpFirst(
  core: Core,
  from: Origin,
  details: FirstRun,
  onError: (error: Error) => void,
): Promise<{ session: Session; cookie: string } | Problem> {
  const started = await core.db.transaction(async (tx) => {
    const within = { ...core, db: tx };
    const user = await createFirstUser(within, details);
    if (user instanceof Problem) return user;
    const cause = newcomer(user, from);
    const account = await createAccount(within, cause, user.uuid, { name: details.account_name });
    if (account instanceof Problem) return account;
    return { cause, account, ...(await startSession(within, tx, user, from, undefined)) };
  });
  if (started instanceof Problem) return started;
  const { cause, account, session, cookie } = started;
  if (details.sample_data) await addSampleData(core, cause, account.uuid, onError).catch(onError);
  return { session, cookie };
}

/** Without it one can still begin, so its failure is none of the sign-up. */
async function addSampleData(
  core: Core,
  cause: Cause,
  account_uuid: string,
  onError: (error: Error) => void,
): Promise<void> {
  const file = await open(SAMPLE_FILE);
  const options = { mapping: new Map(), dry_run: false };
  await importByOperator({ ...core, kinds: KINDS }, clients, cause, account_uuid, file, options, {
    onError,
  }).finally(() => file.close());
}
