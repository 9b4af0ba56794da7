import { type AuditCause, type AuditSubject, auditedFrom, recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import {
  type PresentedCredentials,
  presentedCredentials,
  recogniseApplication,
} from '../applications/authenticate.ts';
import type { AuthenticatedApplication } from '../applications/queries.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { revokeGrant } from '../grants/actions.ts';
import { reuseMail } from '../grants/disconnection-mails.ts';
import { issueIdToken } from '../openid/actions.ts';
import { parseScope } from '../scopes.ts';
import * as queries from './queries.ts';
import {
  challengeOf,
  invalidGrant,
  isVerifier,
  mayRepeat,
  newPair,
  newPairRow,
  refuseCode,
  refuseRefreshToken,
  refuseScope,
  successorOf,
  type TokenAnswer,
  tokenAnswer,
  unknownGrant,
} from './rules.ts';

/** A request of an application, with its credentials and its address. */
type TokenRequest = {
  application: AuthenticatedApplication;
  values: Record<string, string>;
  origin: RequestOrigin;
};

/**
 * For each grant type: `issue` answers nearly every request in one statement; `refuse` explains a
 * failure once the application is known.
 */
const GRANTS = new Map([
  ['authorization_code', { issue: redeem, refuse: refuseRedemption }],
  ['refresh_token', { issue: refresh, refuse: refuseRefresh }],
]);

/**
 * Answers the token endpoint (RFC 6749 §3.2). An application with wrong credentials learns nothing
 * about its code or refresh token and does not change them.
 */
export async function answerTokenRequest(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: RequestOrigin,
): Promise<TokenAnswer | EndpointError> {
  const { grant_type } = values;
  if (grant_type === undefined) return missing('grant_type');
  const presented = presentedCredentials(authorization, values, origin);
  if (presented instanceof EndpointError) return presented;
  const grant = GRANTS.get(grant_type);
  const answer = await grant?.issue(core, presented, values, origin);
  if (answer) return answer;
  const application = await recogniseApplication(core, presented);
  if (application instanceof EndpointError) return application;
  if (!grant) {
    const known = [...GRANTS.keys()].join(' or ');
    return new EndpointError('unsupported_grant_type', `grant_type must be ${known}.`);
  }
  return grant.refuse(core, { application, values, origin });
}

/**
 * Exchanges a code for tokens, once (RFC 6749 §4.1.3). Null when a rule forbids it: then
 * `refuseRedemption` finds out why.
 */
async function redeem(
  core: OAuthCore,
  { client_id, secret_hash }: PresentedCredentials,
  { code, redirect_uri, code_verifier }: Record<string, string>,
  origin: RequestOrigin,
): Promise<TokenAnswer | null> {
  if (code === undefined || tokenKind(code) !== 'oauth_authorization_code') return null;
  if (redirect_uri === undefined || secret_hash === null) return null;
  if (code_verifier !== undefined && !isVerifier(code_verifier)) return null;
  const now = core.clock.now();
  const tokens = newPair();
  const pair = newPairRow(tokens, core.lifetimes, now, null);
  // The statement itself finds the User.
  const cause = causeOf({ application: { uuid: client_id, name: '' }, origin });
  const subject = { oauth_client_uuid: client_id, details: { token_uuid: pair.uuid } };
  const columns = { user_uuid: 'user_uuid', actor_name: 'application_name', details: 'details' };
  const audited = auditedFrom('redeemed', core, cause, 'oauth_code.redeemed', subject, columns);
  const code_challenge = code_verifier === undefined ? null : challengeOf(code_verifier);
  const presented = {
    code_hash: hashToken(code),
    redirect_uri,
    code_challenge,
    client_uuid: client_id,
    secret_hash,
  };
  const issued = await queries.redeemCode(core.db, presented, pair, audited);
  if (!issued) return null;
  const answer = tokenAnswer(tokens, issued, now);
  const scope = issued.access_token_scope;
  if (!scope.includes('openid')) return answer;
  return { ...answer, id_token: await issueIdToken(core, client_id, { ...issued, scope }) };
}

/**
 * Why a code was not exchanged. Of many exchanges at once exactly one wins. Every other shows that
 * somebody else has the code, so it also revokes the tokens of the first.
 */
async function refuseRedemption(core: OAuthCore, request: TokenRequest): Promise<EndpointError> {
  const { code: secret, redirect_uri, code_verifier } = request.values;
  if (secret === undefined) return missing('code');
  if (redirect_uri === undefined) return missing('redirect_uri');
  if (tokenKind(secret) !== 'oauth_authorization_code') return unknownGrant('code');
  const code = await queries.findCode(core.db, hashToken(secret));
  if (!code || code.client_uuid !== request.application.uuid) return unknownGrant('code');
  if (code.redeemed_at !== null) return refuseReplay(core, request, code);
  return refuseCode(code, { redirect_uri, code_verifier }, core.clock.now()) ?? changedMeanwhile();
}

async function refuseReplay(
  core: OAuthCore,
  request: TokenRequest,
  { authorization_uuid, user_uuid }: queries.Code,
): Promise<EndpointError> {
  await core.db.transaction(async (tx) => {
    await queries.revokeAuthorization(tx, authorization_uuid, toApiTime(core.clock.now()));
    const subject = subjectOf(request, user_uuid, { authorization_uuid });
    await recordAudit(core, tx, causeOf(request), 'oauth_code.replayed', subject);
  });
  return invalidGrant(
    'The code was used before, so the tokens it gave are revoked. Send the User to authorize again.',
  );
}

/**
 * Exchanges a refresh token for the next pair (RFC 6749 §6, rotation as RFC 9700 §4.14.2 advises).
 * Null when a rule forbids it: then `refuseRefresh` finds out why, once the application is known.
 */
async function refresh(
  core: OAuthCore,
  { client_id, secret_hash }: PresentedCredentials,
  { refresh_token, scope }: Record<string, string>,
  origin: RequestOrigin,
): Promise<TokenAnswer | null> {
  if (refresh_token === undefined || tokenKind(refresh_token) !== 'oauth_refresh_token') return null;
  const narrowed = scope === undefined ? null : parseScope(scope);
  if (secret_hash === null || (narrowed && 'unknown' in narrowed)) return null;
  const now = core.clock.now();
  const tokens = successorOf(core.secretKey, refresh_token);
  const pair = newPairRow(tokens, core.lifetimes, now, narrowed?.scope ?? null);
  // The statement itself finds the User.
  const cause = causeOf({ application: { uuid: client_id, name: '' }, origin });
  const subject = { oauth_client_uuid: client_id, details: { token_uuid: pair.uuid } };
  const columns = { user_uuid: 'user_uuid', actor_name: 'application_name' };
  const audited = auditedFrom('used', core, cause, 'oauth_token.refreshed', subject, columns);
  const presented = { refresh_token_hash: hashToken(refresh_token), client_uuid: client_id, secret_hash };
  const issued = await queries.rotate(core.db, presented, pair, audited);
  return issued ? tokenAnswer(tokens, issued, now) : null;
}

/** Why a refresh was not done; or, when the token had been used, what its second use means. */
async function refuseRefresh(core: OAuthCore, request: TokenRequest): Promise<TokenAnswer | EndpointError> {
  const { refresh_token, scope } = request.values;
  if (refresh_token === undefined) return missing('refresh_token');
  if (tokenKind(refresh_token) !== 'oauth_refresh_token') return unknownGrant('refresh token');
  const token = await queries.findRefreshToken(core.db, hashToken(refresh_token));
  const refusal = refuseRefreshToken(token, request.application, core.lifetimes, core.clock.now());
  if (refusal) return refusal;
  if (token!.refreshed_at !== null) return answerUsedToken(core, request, refresh_token);
  return refuseScope(token!.scope, scope) ?? changedMeanwhile();
}

/**
 * The obstacle went away while we looked for it: for example, the application was enabled again.
 */
function changedMeanwhile(): EndpointError {
  return new EndpointError('temporarily_unavailable', 'Nothing was changed. Send the request again.', {
    status: 503,
    headers: { 'retry-after': '1' },
  });
}

/**
 * A refresh token that was used before. A retry within a minute gets the identical pair, unless
 * that pair was used already. Any other second use shows a stolen token and revokes the grant; of
 * several at once, one revokes it and warns the User.
 */
async function answerUsedToken(
  core: OAuthCore,
  request: TokenRequest,
  refresh_token: string,
): Promise<TokenAnswer | EndpointError> {
  const tokens = successorOf(core.secretKey, refresh_token);
  const answer = await core.db.transaction(async (tx) => {
    const token = await queries.findRefreshToken(tx, hashToken(refresh_token));
    const now = core.clock.now();
    const refusal = refuseRefreshToken(token, request.application, core.lifetimes, now);
    if (refusal) return refusal;
    const { pair_uuid, grant_uuid, user_uuid, refreshed_at } = token!;
    const successor = await queries.findUnusedSuccessor(tx, hashToken(tokens.refresh_token));
    if (successor && mayRepeat(refreshed_at!, now)) return tokenAnswer(tokens, successor, now);
    if (!(await queries.lockLiveGrant(tx, grant_uuid))) return { reused_from: null };
    const subject = subjectOf(request, user_uuid, { token_uuid: pair_uuid, first_used_at: refreshed_at });
    await recordAudit(core, tx, causeOf(request), 'oauth_token.reused', subject);
    await revokeGrant(core, tx, causeOf(request), grant_uuid, 'refresh_token_reused');
    return { reused_from: user_uuid };
  });
  if (!('reused_from' in answer)) return answer;
  if (answer.reused_from !== null) await warnOfReuse(core, request, answer.reused_from);
  return invalidGrant(
    'The refresh token was used before. Somebody may have stolen it, so the grant is revoked. Send the User to authorize again.',
  );
}

/** Tells the User. The application gets its answer at once, however long the mail server takes. */
async function warnOfReuse(core: OAuthCore, { application }: TokenRequest, user_uuid: string): Promise<void> {
  const user = await findUser(core.db, user_uuid);
  if (user instanceof Problem) return;
  core.jobs.start('mail of a reused token', () =>
    core.mailer.send(reuseMail(user, application.name, core.base_url)),
  );
}

function causeOf({ application, origin }: Pick<TokenRequest, 'application' | 'origin'>): AuditCause {
  return { ...origin, actor: { type: 'oauth_client', uuid: application.uuid, name: application.name } };
}

function subjectOf(
  { application }: TokenRequest,
  user_uuid: string,
  details: Record<string, unknown>,
): AuditSubject {
  return { user_uuid, oauth_client_uuid: application.uuid, details };
}

function missing(name: string): EndpointError {
  return new EndpointError(
    'invalid_request',
    `${name} is missing. Send it as a field of the form in the body.`,
  );
}
