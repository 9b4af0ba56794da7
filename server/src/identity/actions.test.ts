import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.ts';
import { Problem } from '../platform/problem.ts';
import { SettableClock } from '../platform/time/clock.ts';
import { createUser, findAnyUserByEmail, findUser, findUserByEmail } from './actions.ts';
import { verifyPassword } from './passwords.ts';

const clock = new SettableClock();
const ada = { email: 'Ada@Example.com', name: ' Ada Lovelace ', password: 'correct horse battery' };

let db: Database;
let core: { db: Database; clock: SettableClock; base_url: string };

before(async () => {
  db = await openTestDatabase();
  core = { db, clock, base_url: 'http://crm.example' };
});
after(() => db.close());

test('a User is found by the address in upper or lower case, and only the hash of the password is stored', async () => {
  const created = await createUser(core, ada);
  assert.ok(!(created instanceof Problem));
  assert.deepEqual([created.email, created.name], ['Ada@Example.com', 'Ada Lovelace']);
  assert.deepEqual(await findUserByEmail(db, 'ADA@example.COM'), created);
  assert.deepEqual(await findUser(db, created.uuid), created);
  const [row] = await db.query<{ password_hash: string }>(sql`SELECT password_hash FROM users`);
  assert.ok(row && !row.password_hash.includes(ada.password));
  assert.ok(await verifyPassword(ada.password, row.password_hash));
});

test('an address belongs to one User in any case, even when two are created at once', async () => {
  const twins = ['grace@example.com', 'GRACE@example.com'].map((email) =>
    createUser(core, { ...ada, email }),
  );
  const refused = (await Promise.all(twins)).filter((answer) => answer instanceof Problem);
  assert.deepEqual(
    refused.map((refusal) => refusal.errors[0]),
    [
      {
        pointer: '/email',
        code: 'taken',
        detail: refused[0]?.detail,
      },
    ],
  );
  assert.match(refused[0]?.detail ?? '', /There is a User with the address grace@example.com already/i);
});

test('all faults of a new User are reported at once, and nobody is created', async () => {
  const refusal = await createUser(core, { email: 'nobody', name: ' ', password: 'pa55word' });
  assert.ok(refusal instanceof Problem);
  assert.deepEqual(
    refusal.errors.map(({ pointer, code }) => [pointer, code]),
    [
      ['/email', 'wrong_format'],
      ['/name', 'wrong_format'],
      ['/password', 'too_short'],
    ],
  );
  const long = await createUser(core, { ...ada, name: 'x'.repeat(201), password: 'x'.repeat(201) });
  assert.ok(long instanceof Problem);
  assert.deepEqual(
    long.errors.map(({ code }) => code),
    ['too_long', 'too_long'],
  );
  assert.doesNotMatch(JSON.stringify(refusal), /pa55word/);
  const lines = await createUser(core, { ...ada, name: 'Ada\n\nYou have won' });
  assert.ok(lines instanceof Problem && lines.errors[0]?.code === 'wrong_format');
});

test('a deactivated User is found only on request; otherwise the operator is told how to let them in', async () => {
  const gone = await createUser(core, { ...ada, email: 'gone@example.com' });
  await db.query(sql`UPDATE users SET deactivated_at = now() WHERE email = 'gone@example.com'`);
  const refusal = await findUserByEmail(db, 'GONE@example.com');
  assert.ok(refusal instanceof Problem && refusal.code === 'conflict');
  assert.match(refusal.detail, /^gone@example\.com is deactivated\. .*users reactivate --email gone@/);
  assert.deepEqual(await findAnyUserByEmail(db, 'GONE@example.com'), gone);
});

test('an unknown User is not found', async () => {
  const refusal = await findUser(db, '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64');
  assert.ok(refusal instanceof Problem && refusal.code === 'not_found');
});
