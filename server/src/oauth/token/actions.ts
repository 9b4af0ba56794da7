import { recordAudit } from '../../audit/actions.ts';
import { toApiTime } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { authenticateClient } from '../clients/authenticate.ts';
import type { AuthenticatedClient } from '../clients/queries.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { revokeGrant } from '../grants/actions.ts';
import { issueIdToken } from '../openid/actions.ts';
import * as queries from './queries.ts';
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
 * Exchanges a code for tokens, once (RFC 6749 §4.1.3). A second exchange shows that somebody else has the code, so it also revokes
 * what the first one gave; of many at once the database lets exactly one win.
 */
async function redeemCode(core: OAuthCore, request: TokenRequest): Promise<TokenAnswer | EndpointError> {
  const { client, values } = request;
  if (values.code === undefined) return missing('code');
  if (values.redirect_uri === undefined) return missing('redirect_uri');
  if (tokenKind(values.code) !== 'oauth_authorization_code') return unknownGrant('code');
  const { redirect_uri, code_verifier } = values;
  const now = core.clock.now();
  const tokens = newPair();

  const redeemed = await core.db.transaction(async (tx) => {
    const code = await queries.findCode(tx, hashToken(values.code!));
    if (!code || code.client_uuid !== client.uuid) return unknownGrant('code');
    if (code.redeemed_at !== null) return refuseReplay(core, tx, request, code);
    const refusal = refuseCode(code, { client, redirect_uri, code_verifier }, now);
    if (refusal) return refusal;
    const { authorization_uuid, scope } = code;
    const pair = pairRow(tokens, core.lifetimes, now, { uuid: newUuid(), authorization_uuid, scope });
    if (!(await queries.redeemCode(tx, pair))) return refuseReplay(core, tx, request, code);
    await audit(core, tx, request, 'oauth_code.redeemed', code.user_uuid, { token_uuid: pair.uuid, scope });
    return { code, pair };
  });

  if (redeemed instanceof EndpointError) return redeemed;
  const answer = tokenAnswer(tokens, redeemed.pair, now);
  if (!redeemed.code.scope.includes('openid')) return answer;
  return { ...answer, id_token: await issueIdToken(core, client.uuid, redeemed.code) };
}

async function refuseReplay(
  core: OAuthCore,
  tx: Transaction,
  request: TokenRequest,
  code: queries.Code,
): Promise<EndpointError> {
  await queries.revokeAuthorization(tx, code.authorization_uuid, toApiTime(core.clock.now()));
  const { authorization_uuid } = code;
  await audit(core, tx, request, 'oauth_code.replayed', code.user_uuid, { authorization_uuid });
  return invalidGrant(
    'The code was used before, so the tokens it gave are revoked. Send the User to authorize again.',
  );
}

/**
 * Exchanges a refresh token for the next pair (RFC 6749 §6, rotation as RFC 9700 §4.14.2 advises). A retry within a minute gets the
 * identical pair, unless that was used already; any other second use shows a stolen token, and revokes the grant.
 */
async function refresh(core: OAuthCore, request: TokenRequest): Promise<TokenAnswer | EndpointError> {
  const { client, values } = request;
  const { refresh_token } = values;
  if (refresh_token === undefined) return missing('refresh_token');
  if (tokenKind(refresh_token) !== 'oauth_refresh_token') return unknownGrant('refresh token');
  const now = core.clock.now();
  const tokens = successorOf(core.secretKey, refresh_token);

  return core.db.transaction(async (tx) => {
    const token = await queries.lockRefreshToken(tx, hashToken(refresh_token));
    if (!token || token.client_uuid !== client.uuid) return unknownGrant('refresh token');
    const refusal = refuseRefreshToken(token, now);
    if (refusal) return refusal;
    if (token.refreshed_at !== null) {
      const successor = await queries.findUnusedSuccessor(tx, hashToken(tokens.refresh_token));
      if (successor && mayRepeat(token.refreshed_at, now)) return tokenAnswer(tokens, successor, now);
      return refuseReuse(core, tx, request, token);
    }
    const scope = narrowScope(token.scope, values.scope);
    if (scope instanceof EndpointError) return scope;
    const { authorization_uuid } = token;
    const pair = pairRow(tokens, core.lifetimes, now, { uuid: newUuid(), authorization_uuid, scope });
    await queries.rotate(tx, token.pair_uuid, pair);
    await audit(core, tx, request, 'oauth_token.refreshed', token.user_uuid, {
      token_uuid: pair.uuid,
      scope,
    });
    return tokenAnswer(tokens, pair, now);
  });
}

async function refuseReuse(
  core: OAuthCore,
  tx: Transaction,
  request: TokenRequest,
  token: queries.RefreshToken,
): Promise<EndpointError> {
  const details = { token_uuid: token.pair_uuid, first_used_at: token.refreshed_at };
  await audit(core, tx, request, 'oauth_token.reused', token.user_uuid, details);
  await revokeGrant(core, tx, causeOf(request), token.grant_uuid, 'refresh_token_reused');
  return invalidGrant(
    'The refresh token was used before. Somebody may have stolen it, so the grant is revoked. Send the User to authorize again.',
  );
}

function audit(
  core: OAuthCore,
  tx: Transaction,
  request: TokenRequest,
  action: 'oauth_code.redeemed' | 'oauth_code.replayed' | 'oauth_token.refreshed' | 'oauth_token.reused',
  user_uuid: string,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { user_uuid, oauth_client_uuid: request.client.uuid, details };
  return recordAudit(core, tx, causeOf(request), action, subject);
}

function causeOf({ client, origin }: TokenRequest) {
  return { ...origin, actor: { type: 'oauth_client' as const, uuid: client.uuid, name: client.name } };
}

function missing(name: string): EndpointError {
  return new EndpointError(
    'invalid_request',
    `${name} is missing. Send it as a field of the form in the body.`,
  );
}
