import { type AuditCause, type AuditSubject, auditedFrom, recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import { toApiTime } from '../../platform/clock.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { authenticateClient } from '../clients/authenticate.ts';
import type { AuthenticatedClient } from '../clients/queries.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { revokeGrant } from '../grants/actions.ts';
import { issueIdToken } from '../openid/actions.ts';
import * as queries from './queries.ts';
import { reuseMail } from './reuse-mail.ts';
import {
  invalidGrant,
  mayRepeat,
  narrowScope,
  newPair,
  pairRow,
  refuseCode,
  refuseRefreshToken,
  successorOf,
  type TokenAnswer,
  tokenAnswer,
  unknownGrant,
} from './rules.ts';

/** A request of an application, with who it is and from where. */
type TokenRequest = { client: AuthenticatedClient; values: Record<string, string>; origin: Origin };

type GrantType = (core: OAuthCore, request: TokenRequest) => Promise<TokenAnswer | EndpointError>;

const GRANT_TYPES: Record<string, GrantType> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
};

/** Answers the token endpoint (RFC 6749 §3.2). The application proves who it is before its code or refresh token is looked at. */
export async function answerTokenRequest(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: Origin,
): Promise<TokenAnswer | EndpointError> {
  const { grant_type } = values;
  if (grant_type === undefined) return missing('grant_type');
  const client = await authenticateClient(core, authorization, values, origin);
  if (client instanceof EndpointError) return client;
  if (!Object.hasOwn(GRANT_TYPES, grant_type)) {
    const known = Object.keys(GRANT_TYPES).join(' or ');
    return new EndpointError('unsupported_grant_type', `grant_type must be ${known}, not ${grant_type}.`);
  }
  return GRANT_TYPES[grant_type]!(core, { client, values, origin });
}

/**
 * Exchanges a code for tokens, once (RFC 6749 §4.1.3). Of many exchanges at once the database lets exactly one win; every other shows
 * that somebody else has the code, so it also revokes what the first one gave.
 */
async function redeemCode(core: OAuthCore, request: TokenRequest): Promise<TokenAnswer | EndpointError> {
  const { client, values } = request;
  if (values.code === undefined) return missing('code');
  if (values.redirect_uri === undefined) return missing('redirect_uri');
  if (tokenKind(values.code) !== 'oauth_authorization_code') return unknownGrant('code');
  const code = await queries.findCode(core.db, hashToken(values.code));
  if (!code || code.client_uuid !== client.uuid) return unknownGrant('code');
  if (code.redeemed_at !== null) return refuseReplay(core, request, code);

  const now = core.clock.now();
  const { redirect_uri, code_verifier } = values;
  const refusal = refuseCode(code, { redirect_uri, code_verifier }, now);
  if (refusal) return refusal;
  const { authorization_uuid, authorized_at, scope, user_uuid } = code;
  const tokens = newPair();
  const of = { uuid: newUuid(), authorization_uuid, authorized_at, scope };
  const pair = pairRow(tokens, core.lifetimes, now, of);
  const subject = subjectOf(request, user_uuid, { token_uuid: pair.uuid, scope });
  const audited = auditedFrom('redeemed', core, causeOf(request), 'oauth_code.redeemed', subject);
  if (!(await queries.redeemCode(core.db, pair, audited))) return refuseReplay(core, request, code);
  const answer = tokenAnswer(tokens, pair, now);
  return scope.includes('openid')
    ? { ...answer, id_token: await issueIdToken(core, client.uuid, code) }
    : answer;
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

/** Exchanges a refresh token for the next pair (RFC 6749 §6, rotation as RFC 9700 §4.14.2 advises). */
async function refresh(core: OAuthCore, request: TokenRequest): Promise<TokenAnswer | EndpointError> {
  const { refresh_token } = request.values;
  if (refresh_token === undefined) return missing('refresh_token');
  if (tokenKind(refresh_token) !== 'oauth_refresh_token') return unknownGrant('refresh token');
  const token = await queries.findRefreshToken(core.db, hashToken(refresh_token));
  const refusal = refuseRefreshToken(token, request.client, core.lifetimes, core.clock.now());
  if (refusal) return refusal;
  if (token!.refreshed_at !== null) return answerUsedToken(core, request, refresh_token);

  const now = core.clock.now();
  const { pair_uuid, authorization_uuid, authorized_at, user_uuid } = token!;
  const scope = narrowScope(token!.scope, request.values.scope);
  if (scope instanceof EndpointError) return scope;
  const tokens = successorOf(core.secretKey, refresh_token);
  const of = { uuid: newUuid(), authorization_uuid, authorized_at, scope };
  const pair = pairRow(tokens, core.lifetimes, now, of);
  const subject = subjectOf(request, user_uuid, { token_uuid: pair.uuid, scope });
  const audited = auditedFrom('used', core, causeOf(request), 'oauth_token.refreshed', subject);
  if (await queries.rotate(core.db, pair_uuid, pair, audited)) return tokenAnswer(tokens, pair, now);
  return answerUsedToken(core, request, refresh_token);
}

/**
 * A refresh token that was used before. A retry within a minute gets the identical pair, unless that was used already; any other second
 * use shows a stolen token, and revokes the grant. The lock keeps the two apart from a refresh of the successor meanwhile.
 */
async function answerUsedToken(
  core: OAuthCore,
  request: TokenRequest,
  refresh_token: string,
): Promise<TokenAnswer | EndpointError> {
  const tokens = successorOf(core.secretKey, refresh_token);
  const answer = await core.db.transaction(async (tx) => {
    const token = await queries.findRefreshToken(tx, hashToken(refresh_token), 'FOR UPDATE OF pair');
    const now = core.clock.now();
    const refusal = refuseRefreshToken(token, request.client, core.lifetimes, now);
    if (refusal) return refusal;
    const { pair_uuid, grant_uuid, user_uuid, refreshed_at } = token!;
    const successor = await queries.findUnusedSuccessor(tx, hashToken(tokens.refresh_token));
    if (successor && mayRepeat(refreshed_at!, now)) return tokenAnswer(tokens, successor, now);
    const subject = subjectOf(request, user_uuid, { token_uuid: pair_uuid, first_used_at: refreshed_at });
    await recordAudit(core, tx, causeOf(request), 'oauth_token.reused', subject);
    await revokeGrant(core, tx, causeOf(request), grant_uuid, 'refresh_token_reused');
    return { reused_from: user_uuid };
  });
  if (!('reused_from' in answer)) return answer;
  await warnOfReuse(core, request, answer.reused_from);
  return invalidGrant(
    'The refresh token was used before. Somebody may have stolen it, so the grant is revoked. Send the User to authorize again.',
  );
}

/** Tells the User. The application gets its answer at once, however long the mail server takes. */
async function warnOfReuse(core: OAuthCore, { client }: TokenRequest, user_uuid: string): Promise<void> {
  const user = await findUser(core.db, user_uuid);
  if (!(user instanceof Problem)) void core.mailer.send(reuseMail(user, client.name, core.base_url));
}

function causeOf({ client, origin }: TokenRequest): AuditCause {
  return { ...origin, actor: { type: 'oauth_client', uuid: client.uuid, name: client.name } };
}

function subjectOf(
  { client }: TokenRequest,
  user_uuid: string,
  details: Record<string, unknown>,
): AuditSubject {
  return { user_uuid, oauth_client_uuid: client.uuid, details };
}

function missing(name: string): EndpointError {
  return new EndpointError(
    'invalid_request',
    `${name} is missing. Send it as a field of the form in the body.`,
  );
}
