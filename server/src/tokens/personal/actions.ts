import type { User } from '@rapport/contract/accounts';
import type {
  IssuedPersonalAccessToken,
  PersonalAccessToken,
  PersonalAccessTokenCreate,
} from '@rapport/contract/personal-access-tokens';
import type { Cause } from '../../access/caller.ts';
import { signedOut } from '../../access/challenge.ts';
import { refuseWhileClosed } from '../../access/closed.ts';
import { refuseStrangeAccount, refuseUnlessFresh } from '../../access/rules.ts';
import { type AuditCause, recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import { isStillSignedIn } from '../../identity/sessions/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Mail, nameInMail } from '../../platform/mail/mailer.ts';
import { fieldsInvalid, noSuch, notFound, Problem } from '../../platform/problem.ts';
import { hashToken, newToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { createPersonalAccessToken, type TokenCaller, type TokenDetails } from '../actions.ts';
import { readScope, refuseStrangeAccounts } from '../rules.ts';
import { listTokensOf } from './look-ups.ts';
import { newTokenMail } from './mails.ts';
import * as queries from './queries.ts';

/**
 * Long enough to replace a secret everywhere, short enough that nobody relies on the former one.
 */
const PREVIOUS_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The tokens of a signed-in User. A token sees only itself. */
export function listTokens({ db }: Core, caller: TokenCaller): Promise<PersonalAccessToken[]> {
  return listTokensOf(db, caller.user_uuid, visibleUuid(caller));
}

export async function getToken(
  { db }: Core,
  caller: TokenCaller,
  uuid: string,
): Promise<PersonalAccessToken | Problem> {
  const [token] = canSee(caller, uuid) ? await listTokensOf(db, caller.user_uuid, uuid) : [];
  return token ?? notFound('token');
}

/** Creates a token for a User who has given their password lately. Tokens cannot create tokens. */
export async function issueToken(
  core: Core,
  caller: TokenCaller,
  given: PersonalAccessTokenCreate,
): Promise<IssuedPersonalAccessToken | Problem> {
  const refusal = refuseUnlessFresh(caller, core.clock.now()) ?? refuseWhileClosed(caller);
  if (refusal) return refusal;
  const { name, expires_at, default_account_uuid = null } = given;
  const account_uuids = given.account_uuids?.map((uuid) => uuid.toLowerCase()) ?? null;
  const scope = readScope(given.scope);
  if (scope instanceof Problem) return scope;
  const strange =
    refuseStrangeAccount(caller, default_account_uuid) ??
    refuseStrangeAccounts(caller, account_uuids, default_account_uuid);
  if (strange) return strange;
  const ends_at = typeof expires_at === 'string' ? new Date(expires_at) : expires_at;
  if (ends_at && ends_at <= core.clock.now()) {
    const detail =
      'expires_at is in the past. Choose a time in the future, or null for a token that never expires.';
    return fieldsInvalid({ pointer: '/expires_at', code: 'too_small', detail });
  }
  return whileSignedIn(core, caller, async (tx) => {
    const fields = { name, expires_at: ends_at, default_account_uuid, scope, account_uuids };
    const user = await findUser(tx, caller.user_uuid);
    return user instanceof Problem ? user : createAndTell(core, tx, caller, user, fields);
  });
}

/** Creates a token of a User for the operator, who needs no session. The User gets a mail. */
export function issueTokenByOperator(
  core: Core,
  cause: Cause,
  user: User,
  fields: Pick<TokenDetails, 'name' | 'expires_at' | 'scope'>,
): Promise<IssuedPersonalAccessToken | Problem> {
  return core.db.transaction((tx) => createAndTell(core, tx, cause, user, fields));
}

async function createAndTell(
  core: Core,
  tx: Transaction,
  cause: Cause,
  user: User,
  fields: TokenDetails,
): Promise<IssuedPersonalAccessToken | Problem> {
  const issued = await createPersonalAccessToken({ ...core, db: tx }, cause, user.uuid, fields);
  if (issued instanceof Problem) return issued;
  const mail = newTokenMail(user, issued, core.base_url);
  await sendMails(core, tx, [mail], { user_uuid: user.uuid });
  return issued;
}

/**
 * Gives a token a new secret. The former secret works until the first use of the new one, for 24
 * hours at most. A second rotation before that replaces the unused new secret, and the former one
 * stays: a secret in use survives a second click and a lost answer.
 */
export async function rotateToken(
  core: Core,
  caller: TokenCaller,
  uuid: string,
): Promise<IssuedPersonalAccessToken | Problem> {
  const refusal = refuseUnlessFresh(caller, core.clock.now()) ?? refuseWhileClosed(caller);
  if (refusal) return refusal;
  const now = core.clock.now();
  const secret = newToken('personal_access_token');
  return whileSignedIn(core, caller, async (tx) => {
    const token = await queries.rotateToken(tx, caller.user_uuid, uuid, {
      token_hash: hashToken(secret),
      last_four: secret.slice(-4),
      previous_valid_until: toApiTime(new Date(now.getTime() + PREVIOUS_LIFETIME_MS)),
      now: toApiTime(now),
    });
    if (!token) return notFound('live token');
    await audit(core, tx, caller, 'personal_access_token.rotated', token);
    return { ...token, token: secret };
  });
}

/** Ends a token at once. A signed-in User may end any of their own, a token only itself. */
export async function revokeToken(core: Core, caller: TokenCaller, uuid: string): Promise<null | Problem> {
  if (!canSee(caller, uuid)) return notFound('token');
  return core.db.transaction(async (tx) => {
    const token = await queries.revokeToken(tx, caller.user_uuid, uuid, toApiTime(core.clock.now()));
    if (!token) return notFound('live token');
    await audit(core, tx, caller, 'personal_access_token.revoked', token);
    return null;
  });
}

/** For the operator: ends a token of any User at once. The User finds it in their audit log. */
export async function revokeTokenByOperator(
  core: Core,
  cause: Cause,
  uuid: string,
): Promise<PersonalAccessToken | Problem> {
  return core.db.transaction(async (tx) => {
    const token = await queries.revokeToken(tx, null, uuid, toApiTime(core.clock.now()));
    if (!token) return noSuch('live token', 'rapport tokens list --user EMAIL');
    await audit(core, tx, cause, 'personal_access_token.revoked', token);
    return token;
  });
}

/** Ends all tokens of a User whose password has changed. */
export async function revokeTokensOfUser(
  core: Pick<Core, 'clock'>,
  tx: Core['db'],
  cause: AuditCause,
  user_uuid: string,
): Promise<void> {
  const revoked = await queries.revokeTokensOfUser(tx, user_uuid, toApiTime(core.clock.now()));
  for (const token of revoked) await audit(core, tx, cause, 'personal_access_token.revoked', token);
}

/**
 * Ends a token that somebody found, and mails its owner. The answer does not show whether the token
 * exists, or whose it is.
 */
export async function revokeLeakedToken(
  core: Core,
  from: { request_id: string; address: string },
  secret: string,
): Promise<void> {
  if (tokenKind(secret) !== 'personal_access_token') return;
  await core.db.transaction(async (tx) => {
    const revoked = await queries.revokeBySecret(tx, hashToken(secret), toApiTime(core.clock.now()));
    const actor = { type: 'unknown' as const, uuid: null, name: 'token leak' };
    if (!revoked) return;
    await audit(core, tx, { ...from, actor }, 'personal_access_token.leaked', revoked);
    await sendMails(core, tx, [foundMail(revoked, core.base_url)], { user_uuid: revoked.user_uuid });
  });
}

function foundMail(token: { name: string; email: string }, base_url: string): Mail {
  const [name, page] = [nameInMail(token.name), `${base_url}/settings/account-details`];
  return {
    to: token.email,
    words: {
      en: {
        subject: `Your token "${name}" was found and is revoked`,
        text:
          `Somebody reported that your personal access token "${name}" can be read by others, so we revoked it.\n\n` +
          `Check in the audit log what it did, and create a new token:\n${page}\n`,
      },
      de: {
        subject: `Ihr Token „${name}“ wurde gefunden und ist widerrufen`,
        text:
          `Jemand hat gemeldet, dass andere Ihr persönliches Zugriffstoken „${name}“ lesen können. Es wurde daher widerrufen.\n\n` +
          `Prüfen Sie im Audit-Protokoll, was damit geschah, und erstellen Sie ein neues:\n${page}\n`,
      },
    },
  };
}

/**
 * Runs `work` while holding the lock that a new password needs, too. So a new password ends every
 * token made before it, and no token is made by a session that it has ended.
 */
function whileSignedIn<Result>(
  core: Core,
  { user_uuid, actor }: TokenCaller,
  work: (tx: Transaction) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  return core.db.transaction(async (tx) =>
    (await isStillSignedIn(tx, { uuid: actor.uuid!, user_uuid })) ? work(tx) : signedOut(),
  );
}

/**
 * The uuid of the one token that a caller may see: the calling one. Null for a session, which may
 * see all of the User's.
 */
function visibleUuid(caller: TokenCaller): string | null {
  return caller.actor.type === 'browser_session' ? null : caller.actor.uuid;
}

function canSee(caller: TokenCaller, uuid: string): boolean {
  const visible = visibleUuid(caller);
  return visible === null || visible === uuid;
}

function audit(
  core: Pick<Core, 'clock'>,
  tx: Core['db'],
  cause: AuditCause,
  action: 'personal_access_token.rotated' | 'personal_access_token.revoked' | 'personal_access_token.leaked',
  { uuid, user_uuid, name }: Pick<PersonalAccessToken, 'uuid' | 'user_uuid' | 'name'>,
): Promise<void> {
  return recordAudit(core, tx, cause, action, { user_uuid, details: { token_uuid: uuid, name } });
}
