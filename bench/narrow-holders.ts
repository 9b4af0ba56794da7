// An Account whose records are held by few people, to measure what narrow levels cost.
import sql from 'sql-template-tag';
import { operator } from '../server/src/access/caller.ts';
import type { Level } from '../server/src/access/narrow.ts';
import { createAccount } from '../server/src/accounts/actions.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { newUuid } from '../server/src/platform/ids.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../server/src/platform/time/clock.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { type SeededKind, seedRecords } from '../server/src/testing/seed-records.ts';
import { createPersonalAccessToken } from '../server/src/tokens/actions.ts';
import { SECRET_KEY } from './service.ts';

export type Holder = { name: string; user_uuid: string; token: string };

/** Who holds which records of each kind. `n` is the number of a record; the highest is oldest. */
const shares = (count: number): [name: string, of: string][] => [
  ['nothing', 'false'],
  ['three', `n IN (${Math.round(count / 5)}, ${Math.round(count / 2)}, ${Math.round(count / 1.1)})`],
  ['the 8,000 oldest', `n > ${count - Math.min(8000, count / 10)}`],
  ['3 %', 'n % 33 = 4'],
  ['30 %', 'n % 10 < 3'],
];

/** Makes the Account, with `count` records of each kind; the rest belongs to its owner. */
export async function seedHolders(
  connectionString: string,
  count: number,
  kinds: readonly SeededKind[],
): Promise<{ db: Database; account_uuid: string; holders: Holder[] }> {
  const db = openDatabase(connectionString);
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const cause = operator('bench');
  const person = async (name: string): Promise<Holder> => {
    const email = `${name.replaceAll(/\W/g, '')}@example.com`;
    const { uuid } = orThrow(await createUser(core, { email, name, password: 'long enough for this' }));
    const { token } = orThrow(await createPersonalAccessToken(core, cause, uuid, { name: 'bench' }));
    return { name, user_uuid: uuid, token };
  };
  const owner = await person('all');
  const { uuid: account_uuid } = orThrow(await createAccount(core, cause, owner.user_uuid, { name: 'Held' }));
  const holders: Holder[] = [];
  const parts: string[] = [];
  for (const [name, of] of shares(count)) {
    const holder = await person(name);
    await db.query(sql`
      INSERT INTO logins (uuid, account_uuid, user_uuid, role, created_at, updated_at)
      VALUES (${newUuid(new Date())}, ${account_uuid}, ${holder.user_uuid}, 'member', now(), now())`);
    parts.push(`WHEN ${of} THEN '${holder.user_uuid}'`);
    holders.push(holder);
  }
  const owned_by = `CASE ${parts.join(' ')} ELSE '${owner.user_uuid}' END::uuid`;
  const { user_uuid } = owner;
  await seedRecords(connectionString, [
    { account_uuid, user_uuid, rare_user_uuid: user_uuid, count, kinds, owned_by },
  ]);
  return { db, account_uuid, holders: [...holders, owner] };
}

/** Has the Account let members see and change, of each kind, what this level says. */
export async function setLevel(db: Database, account_uuid: string, level: Level): Promise<void> {
  const kinds = ['client', 'contact', 'deal'].map((kind) => [kind, { see: level, change: level }]);
  const access =
    level === 'all' ? null : JSON.stringify({ version: 1, levels: { member: Object.fromEntries(kinds) } });
  await db.query(sql`UPDATE accounts SET access = ${access}::jsonb WHERE uuid = ${account_uuid}`);
}
