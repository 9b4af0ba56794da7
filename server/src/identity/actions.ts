import type { User } from '@rapport/contract/accounts';
import { trimmed } from '@rapport/contract/unseen';
import type { Cause } from '../access/caller.ts';
import { recordAudit } from '../audit/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { addressOf } from '../platform/email.ts';
import { newUuid } from '../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { type Clock, toApiTime } from '../platform/time/clock.ts';
import { lookUpUser } from './look-ups.ts';
import { refuseNewPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { refuseEmail, refuseName } from './rules.ts';

/** `own_time_zone` is that of the browser in which the User signs up. */
type NewUser = {
  email: string;
  name: string;
  password: string;
  email_verified?: boolean;
  own_time_zone?: string;
};

/**
 * Creates a User who can sign in. Refuses a password that is easy to guess, and an address that
 * another User has. `email_verified` says that the address is known to be theirs.
 */
export async function createUser(
  { db, clock, base_url }: Pick<Core, 'db' | 'clock' | 'base_url'>,
  given: NewUser,
): Promise<User | Problem> {
  const details = { ...given, email: addressOf(given.email), name: trimmed(given.name) };
  const refusals = [
    refuseEmail(details.email),
    refuseName(details.name),
    await refuseNewPassword(details.password, '/password', { ...details, base_url }),
  ];
  const errors = refusals.flatMap((refusal) => refusal?.errors ?? []);
  if (errors.length > 0) return fieldsInvalid(...errors);
  const now = toApiTime(clock.now());
  const user = {
    uuid: newUuid(clock.now()),
    email: details.email,
    email_verified: details.email_verified ?? false,
    name: details.name,
    created_at: now,
    updated_at: now,
  };
  const password_hash = await hashPassword(details.password);
  const inserted = await queries.insertUser(db, {
    ...user,
    password_hash,
    time_zone: details.own_time_zone ?? null,
  });
  if (inserted) return user;
  const holder = await lookUpUser(db, details.email);
  return fieldsInvalid({
    pointer: '/email',
    code: 'taken',
    detail: holder?.is_active === false ? explainDeactivated(holder.user) : addressTaken(details.email),
  });
}

/** The reason why nobody else can have this address, and what its owner can do about it. */
export function addressTaken(email: string): string {
  return `There is a User with the address ${email} already. ${ASK_OPERATOR}`;
}

/** The advice to people who cannot sign in with an address of theirs. */
export const ASK_OPERATOR =
  'If the address is yours and somebody else took it, ask the operator of this Rapport to hand it over to you.';

/** True while there is no User. */
export async function isFirstRun({ db }: Core): Promise<boolean> {
  return !(await queries.isAnyUser(db));
}

/**
 * Creates the first User; 409 when there is one. The transaction locks out others, so that only one
 * can be the first.
 */
export async function createFirstUser(core: Core, details: NewUser): Promise<User | Problem> {
  const { db } = core;
  if (!(await queries.isAnyUser(db))) {
    await queries.lockFirstRun(db);
    if (!(await queries.isAnyUser(db))) return createUser(core, details);
  }
  return new Problem('conflict', 'Rapport is set up already. Ask a colleague to invite you, or sign in.');
}

/**
 * The active User with this e-mail address. Otherwise refuses, and tells the operator what to do.
 */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | Problem> {
  const found = await lookUpUser(db, email);
  if (!found) return noUser(email);
  return found.is_active ? found.user : new Problem('conflict', explainDeactivated(found.user));
}

/**
 * The User with this e-mail address, also a deactivated one. The operator can look up what such a
 * User did, and which applications they let in.
 */
export async function findAnyUserByEmail(db: Queryable, email: string): Promise<User | Problem> {
  return (await lookUpUser(db, email))?.user ?? noUser(email);
}

function noUser(email: string): Problem {
  return new Problem(
    'not_found',
    `There is no User with the address ${email}. Create one with: rapport users create`,
  );
}

function explainDeactivated({ email }: User): string {
  return `${email} is deactivated. Reactivate them with: rapport users reactivate --email ${email}`;
}

export async function findUser(db: Queryable, uuid: string): Promise<User | Problem> {
  return (await queries.findUser(db, uuid)) ?? notFound('User');
}

/**
 * Locks a User out at once: sessions end, tokens are refused, webhooks stop. Everything that
 * `reactivateUser` restores is kept.
 */
export function deactivateUser(core: Core, cause: Cause, email: string): Promise<User | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await queries.deactivateUser(tx, email, toApiTime(core.clock.now()));
    if (!user) return new Problem('not_found', `There is no active User with the address ${email}.`);
    // A separate statement, because one that waited for a sign-in would not see the new session.
    await queries.endEntrances(tx, user.uuid);
    await recordAudit(core, tx, cause, 'user.deactivated', { user_uuid: user.uuid });
    return user;
  });
}

/** Lets a User in again, with the password, the Logins and the live tokens they had. */
export function reactivateUser(core: Core, cause: Cause, email: string): Promise<User | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await queries.reactivateUser(tx, email, toApiTime(core.clock.now()));
    if (!user) return new Problem('not_found', `There is no deactivated User with the address ${email}.`);
    await recordAudit(core, tx, cause, 'user.reactivated', { user_uuid: user.uuid });
    return user;
  });
}

/** For the operator, who vouches that the address of a User is theirs. */
export function vouchForEmail(core: Core, cause: Cause, email: string): Promise<User | Problem> {
  return core.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user instanceof Problem || user.email_verified) return user;
    await verifyEmail(tx, core.clock, user.uuid);
    await recordAudit(core, tx, cause, 'user.email_verified', { user_uuid: user.uuid });
    return { ...user, email_verified: true };
  });
}

/** Notes that somebody opened a link mailed to the User's address. */
export function verifyEmail(db: Queryable, clock: Clock, uuid: string): Promise<void> {
  return queries.verifyEmail(db, uuid, toApiTime(clock.now()));
}
