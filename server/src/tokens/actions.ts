import type { IssuedPersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { EVERYTHING } from '@rapport/contract/scopes';
import type { Caller, Cause } from '../access/caller.ts';
import { invalidToken } from '../access/challenge.ts';
import { isWhole } from '../access/scope.ts';
import { recordAudit } from '../audit/actions.ts';
import { findSession } from '../identity/sessions/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { forgetting } from '../platform/database/delete-before.ts';
import { SharedLooks } from '../platform/database/shared-looks.ts';
import type { RequestOrigin } from '../platform/http/server/request-origin.ts';
import { newUuid } from '../platform/ids.ts';
import type { Problem } from '../platform/problem.ts';
import { hashToken, newToken, tokenKind } from '../platform/secrets/random-tokens.ts';
import { toApiTime } from '../platform/time/clock.ts';
import * as queries from './queries.ts';
import {
  explainForeignToken,
  LAST_USED_INTERVAL_MS,
  refuseToken,
  TOKEN_LIFETIME_DEFAULT_MS,
} from './rules.ts';

/** Ended tokens stay listed for this time, so that their owners see what became of them. */
const ENDED_TOKEN_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * What a new token is to be. `expires_at`: null for one without an end; left out for 90 days.
 * Without a scope it has all, without Accounts all of its User's.
 */
export type TokenDetails = {
  name: string;
  expires_at?: Date | null;
  default_account_uuid?: string | null;
  scope?: string[];
  account_uuids?: string[] | null;
};

/**
 * Creates a personal access token. The answer holds the token; afterwards only its hash is kept.
 */
export async function createPersonalAccessToken(
  { db, clock }: Core,
  cause: Cause,
  user_uuid: string,
  details: TokenDetails,
): Promise<IssuedPersonalAccessToken | Problem> {
  const now = clock.now();
  const created_at = toApiTime(now);
  const { expires_at: ends_at = new Date(now.getTime() + TOKEN_LIFETIME_DEFAULT_MS) } = details;
  const expires_in_ms = ends_at && ends_at.getTime() - now.getTime();
  return db.transaction(async (tx) => {
    const liveTokens = await queries.lockAndCountLiveTokens(tx, user_uuid, created_at);
    const refusal = refuseToken(details.name, expires_in_ms, liveTokens);
    if (refusal) return refusal;
    const token = newToken('personal_access_token');
    const record = {
      uuid: newUuid(now),
      user_uuid,
      name: details.name.trim(),
      last_four: token.slice(-4),
      default_account_uuid: details.default_account_uuid ?? null,
      scope: (details.scope ?? [EVERYTHING]).join(' '),
      account_uuids: details.account_uuids ?? null,
      expires_at: ends_at && toApiTime(ends_at),
      revoked_at: null,
      last_used_at: null,
      last_used_address: null,
      last_used_agent: null,
      created_at,
      updated_at: created_at,
    };
    await queries.insertToken(tx, {
      ...record,
      scope: details.scope ?? [EVERYTHING],
      token_hash: hashToken(token),
    });
    const { uuid, name, expires_at, scope, account_uuids } = record;
    const narrow = isWhole({ scope: [scope], account_uuids }) ? {} : { scope, account_uuids };
    await recordAudit({ clock }, tx, cause, 'personal_access_token.created', {
      user_uuid,
      details: { token_uuid: uuid, name, expires_at, ...narrow },
    });
    return { ...record, token };
  });
}

export type TokenCaller = Caller & {
  token_expires_at: string | null;
  last_used_at: string | null;
  scope: string[];
  account_uuids: string[] | null;
  /** The grant of an OAuth access token; null for a personal access token. */
  grant_uuid: string | null;
  /**
   * True for a token that works at /mcp alone, false for one that works everywhere else. Null: at
   * both.
   */
  for_mcp: boolean | null;
  /**
   * Set when a rotated token is used with its new secret: the hash of that secret, whose first use
   * ends the old one. Otherwise null.
   */
  newest_token_hash: Buffer | null;
};

/**
 * Returns the caller with this token. 401 when the token is unknown, mistyped, expired or revoked,
 * or its User is deactivated.
 */
export async function findCaller(
  { db, clock }: Core,
  token: string,
  from: RequestOrigin,
): Promise<TokenCaller | Problem> {
  const kind = tokenKind(token);
  if (kind !== 'personal_access_token' && kind !== 'oauth_access_token') return explainForeignToken(token);
  const holder = await holderOf(db, kind, token, toApiTime(clock.now()));
  // An application refreshes its own token or starts the flow again (contract §5.2). It must not be
  // told to create a personal one.
  const advice =
    kind === 'oauth_access_token' ? 'Refresh it, or send the User to authorize again.' : 'Create a new one.';
  if (!holder) return invalidToken(`The token is unknown. It may have been deleted. ${advice}`);
  if (holder.revoked_at !== null)
    return invalidToken(`The token was revoked at ${holder.revoked_at}. ${advice}`);
  if (holder.expires_at !== null && holder.expires_at <= toApiTime(clock.now())) {
    return invalidToken(`The token expired at ${holder.expires_at}. ${advice}`);
  }
  if (holder.user_deactivated)
    return invalidToken('The User of this token is deactivated. Ask the operator.');
  const { uuid, user_uuid, name, oauth_client_uuid, grant_uuid, logins, scope, last_used_at } = holder;
  const { account_uuids, time_zone, for_mcp } = holder;
  return {
    actor: { type: kind, uuid, user_uuid, name },
    request_id: from.request_id,
    change_uuid: from.change_uuid,
    ...(from.joins_change && { joins_change: true }),
    source: 'api',
    address: from.address,
    oauth_client_uuid,
    user_uuid,
    logins,
    default_account_uuid: defaultOf(holder),
    time_zone,
    token_expires_at: holder.expires_at,
    last_used_at,
    scope,
    account_uuids,
    grant_uuid,
    for_mcp,
    newest_token_hash: holder.newest_token_hash,
  };
}

/** The User's default Account counts for a token only if the token is for it. */
function defaultOf({ default_account_uuid, account_uuids }: Holder): string | null {
  const isOutside = account_uuids !== null && !account_uuids.includes(default_account_uuid ?? '');
  return isOutside ? null : default_account_uuid;
}

/** The caller with a browser session; undefined when the session has ended. */
export async function findSessionCaller(
  core: Core,
  cookie: string,
  from: RequestOrigin,
): Promise<TokenCaller | undefined> {
  // They travel together, so the session may end between them.
  const [session, own] = await Promise.all([
    findSession(core, cookie),
    queries.findOwnLogins(core.db, hashToken(cookie)),
  ]);
  if (!session || !own) return undefined;
  const user_uuid = session.user.uuid;
  const { has_second_factor } = session;
  const { logins, default_account_uuid, time_zone } = own;
  return {
    ...openTo(logins, has_second_factor),
    has_second_factor,
    actor: { type: 'browser_session', uuid: session.uuid, user_uuid, name: session.user.name },
    request_id: from.request_id,
    change_uuid: from.change_uuid,
    ...(from.joins_change && { joins_change: true }),
    source: 'page',
    address: from.address,
    oauth_client_uuid: null,
    user_uuid,
    default_account_uuid,
    time_zone,
    token_expires_at: session.expires_at,
    last_used_at: session.last_used_at,
    scope: [EVERYTHING],
    account_uuids: null,
    grant_uuid: null,
    for_mcp: null,
    signed_in_at: session.signed_in_at,
    newest_token_hash: null,
  };
}

/**
 * The Logins that a browser session can use: for a User without a second factor, those to Accounts
 * that require none.
 */
function openTo(
  found: queries.OwnLogins['logins'],
  has_second_factor: boolean,
): Pick<TokenCaller, 'logins' | 'closed_accounts'> {
  const isOpen = ({ guarded_name }: (typeof found)[number]) => has_second_factor || guarded_name === null;
  const closed = found.filter((login) => !isOpen(login));
  return {
    logins: found.filter(isOpen).map(({ guarded_name: _, ...login }) => login),
    closed_accounts: closed.map((login) => ({ uuid: login.account_uuid, name: login.guarded_name! })),
  };
}

/**
 * Notes the time of the last use of the caller's token, at most every five minutes. The first use
 * of a rotated token's new secret ends the old one at once.
 */
export async function noteUse(
  { db, clock }: Core,
  caller: TokenCaller,
  from: { address: string; user_agent?: string },
): Promise<void> {
  const { actor, grant_uuid, user_uuid, newest_token_hash } = caller;
  if (actor.uuid === null) return;
  if (newest_token_hash !== null)
    await queries.endPreviousSecret(db, { token_uuid: actor.uuid, user_uuid, newest_token_hash });
  const at = clock.now();
  const last_ms = caller.last_used_at === null ? 0 : Date.parse(caller.last_used_at);
  if (at.getTime() - last_ms < LAST_USED_INTERVAL_MS) return;
  if (actor.type === 'browser_session') {
    await queries.noteSessionUse(db, { uuid: actor.uuid, at });
    return queries.noteLoginUse(db, { user_uuid, at });
  }
  if (grant_uuid !== null) return queries.noteGrantUse(db, { grant_uuid, user_uuid, at });
  const { address, user_agent = null } = from;
  await queries.noteTokenUse(db, {
    token_uuid: actor.uuid,
    user_uuid,
    at,
    address,
    user_agent: user_agent?.slice(0, 200) ?? null,
  });
}

type Holder = (queries.OAuthTokenHolder | (queries.TokenHolder & typeof PERSONAL)) &
  Pick<TokenCaller, 'newest_token_hash'>;

const LOOKS = new WeakMap<Queryable, SharedLooks<Holder | undefined>>();

/** Looks up the holder of a token. Concurrent requests with the same token share one look-up. */
function holderOf(
  db: Queryable,
  kind: 'personal_access_token' | 'oauth_access_token',
  token: string,
  now: string,
): Promise<Holder | undefined> {
  const looks = LOOKS.get(db) ?? new SharedLooks();
  LOOKS.set(db, looks);
  const token_hash = hashToken(token);
  return looks.look(token_hash.toString('base64'), () => findHolder(db, kind, token_hash, now));
}

/** Looks up the holder by one statement for each kind of token. */
async function findHolder(
  db: Queryable,
  kind: 'personal_access_token' | 'oauth_access_token',
  token_hash: Buffer,
  now: string,
): Promise<Holder | undefined> {
  if (kind === 'oauth_access_token') {
    const holder = await queries.findOAuthTokenHolder(db, token_hash);
    return holder && { ...holder, newest_token_hash: null };
  }
  const holder = await queries.findTokenHolder(db, token_hash);
  if (holder) return { ...holder, ...PERSONAL, newest_token_hash: holder.has_previous ? token_hash : null };
  // The secret may be the former one of a rotated token. Only unknown secrets cost this second
  // query.
  const rotated = await queries.findRotatedTokenHolder(db, token_hash, now);
  return rotated && { ...rotated, ...PERSONAL, newest_token_hash: null };
}

/** The values that a personal access token has for the fields of OAuth tokens. */
const PERSONAL = { grant_uuid: null, oauth_client_uuid: null, for_mcp: null };

/** Deletes one batch of tokens that ended long ago; returns their number. */
export const forgetEndedTokens = forgetting(
  'personal_access_tokens',
  'least(revoked_at, expires_at)',
  ENDED_TOKEN_LIFETIME_MS,
);
