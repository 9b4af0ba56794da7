import { type Caller, type LastingCause, lastingCause } from '../access/caller.ts';
import { enqueue } from '../jobs/actions.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';

/** The job that makes anew what follows from the country of an Account: phone numbers. */
export const RENEW = 'phone_numbers';

/** Where it goes on: the kinds that are left (null: all), and the last record of the first. */
export type RenewStep = { cause: LastingCause; kinds: string[] | null; after: string | null };

/** Has the numbers without country code read as those of the country that the Account has now. */
export async function readNumbersAnew(
  core: { clock: Clock },
  tx: Transaction,
  caller: Caller,
  account_uuid: string,
): Promise<void> {
  const step: RenewStep = { cause: lastingCause(caller), kinds: null, after: null };
  await enqueue(core, tx, { name: RENEW }, { step, account_uuid, user_uuid: caller.user_uuid });
}
