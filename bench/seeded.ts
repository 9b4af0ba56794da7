// Accounts with many records of each kind, and a token to read them.
import { operator } from '../server/src/access/caller.ts';
import { createAccount } from '../server/src/accounts/actions.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../server/src/platform/time/clock.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { type SeededKind, seedRecords } from '../server/src/testing/seed-records.ts';
import { createPersonalAccessToken } from '../server/src/tokens/actions.ts';
import { SECRET_KEY } from './service.ts';

type Seeded = {
  db: Database;
  token: string;
  user_uuid: string;
  /** A User who owns few records. */
  rare_user_uuid: string;
  /** In the order of `counts`. */
  account_uuids: string[];
};

/**
 * Creates a User with a token. For each of `counts`, creates an Account with that many records of
 * each kind, or of `kinds`.
 */
export async function seed(
  connectionString: string,
  counts: number[],
  kinds?: readonly SeededKind[],
): Promise<Seeded> {
  const db = openDatabase(connectionString);
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const person = async (name: string) => {
    const details = { email: `${name}@example.com`, name, password: 'long enough for this' };
    return orThrow(await createUser(core, details)).uuid;
  };
  const [user_uuid, rare_user_uuid] = [await person('bench'), await person('rare')];
  const cause = operator('bench');
  const { token } = orThrow(await createPersonalAccessToken(core, cause, user_uuid, { name: 'bench' }));
  const account_uuids: string[] = [];
  for (const count of counts) {
    account_uuids.push(orThrow(await createAccount(core, cause, user_uuid, { name: `${count}` })).uuid);
  }
  const seeds = account_uuids.map((account_uuid, index) => ({
    account_uuid,
    user_uuid,
    rare_user_uuid,
    count: counts[index]!,
    ...(kinds && { kinds }),
  }));
  await seedRecords(connectionString, seeds);
  return { db, token, user_uuid, rare_user_uuid, account_uuids };
}
