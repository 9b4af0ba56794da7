import { type AuditCause, type AuditSubject, auditedFrom, recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, newToken } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import {
  type PresentedCredentials,
  presentedCredentials,
  recogniseApplication,
} from '../applications/authenticate.ts';
import { type AuthenticatedApplication, findApplicationBySecret } from '../applications/queries.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { revokeGrant } from '../grants/actions.ts';
import { reuseMail } from '../grants/disconnection-mails.ts';
import { issueIdToken } from '../openid/actions.ts';
import * as queries from './queries.ts';
import {
  decideExchange,
  decideRefresh,
  type Exchange,
  invalidGrant,
  missing,
  type Refresh,
  readRequest,
  successorOf,
  type Terms,
  type TokenAnswer,
  type Tokens,
  tokenAnswer,
} from './rules.ts';

/** A token request: the credentials that it presents, and its origin. */
type From = { credentials: PresentedCredentials; origin: RequestOrigin };

/** The application that makes the request, once it is known. */
type Asker = { application: AuthenticatedApplication; origin: RequestOrigin };

/**
 * Answers the token endpoint (RFC 6749 §3.2): reads all facts that the answer depends on, decides
 * by rules.ts, then writes. An application with wrong credentials learns nothing about its code or
 * refresh token, and does not change them.
 */
export async function answerTokenRequest(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: RequestOrigin,
): Promise<TokenAnswer | EndpointError> {
  if (values.grant_type === undefined) return missing('grant_type');
  const credentials = presentedCredentials(authorization, values, origin, core.client_document_hosts);
  if (credentials instanceof EndpointError) return credentials;
  const asked = readRequest(values, core.base_url);
  if (asked instanceof EndpointError) {
    const application = await recogniseApplication(core, credentials, (by) =>
      findApplicationBySecret(core.db, by),
    );
    return application instanceof EndpointError ? application : asked;
  }
  const from = { credentials, origin };
  return 'code' in asked ? exchange(core, from, asked) : refresh(core, from, asked);
}

/**
 * Exchanges a code for tokens, once. Of several exchanges at once one succeeds; the others find the
 * code used. The ID token is signed first, so that a failure to sign does not use the code up.
 */
async function exchange(core: OAuthCore, from: From, asked: Exchange): Promise<TokenAnswer | EndpointError> {
  const reading = await recogniseApplication(core, from.credentials, (by) =>
    queries.readCode(core.db, by, hashToken(asked.code)),
  );
  if (reading instanceof EndpointError) return reading;
  const now = core.clock.now();
  const decision = decideExchange(reading, asked, core.lifetimes, now);
  if (decision instanceof EndpointError) return decision;
  const { application } = reading;
  const asker = { application, origin: from.origin };
  const { decided, of: code } = decision;
  if (decided === 'replayed') return revokeReplayed(core, asker, code);
  const tokens = newTokens();
  const answer = tokenAnswer(tokens, decision.terms, now);
  if (code.scope.includes('openid')) {
    const { id_token_signed_response_alg } = application;
    const signed = { ...code, id_token_signed_response_alg };
    answer.id_token = await issueIdToken(core, application.uuid, signed);
  }
  const pair = newPair(tokens, decision.terms, now);
  const subject = subjectOf(asker, code.user_uuid, { token_uuid: pair.uuid, scope: code.scope });
  const audited = auditedFrom('used', core, causeOf(asker), 'oauth_code.redeemed', subject);
  const won = await queries.redeemCode(core.db, code, pair, audited);
  // The code was used or deleted meanwhile, which is final. Reading again finds out which.
  return won ? answer : exchange(core, from, asked);
}

async function revokeReplayed(core: OAuthCore, asker: Asker, code: queries.Code): Promise<EndpointError> {
  await core.db.transaction(async (tx) => {
    await queries.revokeAuthorization(tx, code, toApiTime(core.clock.now()));
    const { user_uuid, authorization_uuid } = code;
    const subject = subjectOf(asker, user_uuid, { authorization_uuid });
    await recordAudit(core, tx, causeOf(asker), 'oauth_code.replayed', subject);
  });
  return invalidGrant(
    'The code was used before, so the tokens it gave are revoked. Send the User to authorize again.',
  );
}

/** Exchanges a refresh token for the next pair. Several refreshes at once all get the same pair. */
async function refresh(core: OAuthCore, from: From, asked: Refresh): Promise<TokenAnswer | EndpointError> {
  const tokens = successorOf(core.secretKey, asked.refresh_token);
  const reading = await recogniseApplication(core, from.credentials, (by) =>
    queries.readRefreshToken(core.db, by, hashToken(asked.refresh_token), hashToken(tokens.refresh_token)),
  );
  if (reading instanceof EndpointError) return reading;
  const now = core.clock.now();
  const decision = decideRefresh(reading, asked, core.lifetimes, now);
  if (decision instanceof EndpointError) return decision;
  if (decision.decided === 'repeat') return tokenAnswer(tokens, decision.terms, now);
  const asker = { application: reading.application, origin: from.origin };
  const { decided, of: token } = decision;
  if (decided === 'reused') return revokeReused(core, asker, token);
  const pair = newPair(tokens, decision.terms, now);
  const subject = subjectOf(asker, token.user_uuid, { token_uuid: pair.uuid });
  const audited = auditedFrom('used', core, causeOf(asker), 'oauth_token.refreshed', subject);
  const won = await queries.rotateRefreshToken(core.db, token, pair, audited);
  // The token was used or deleted meanwhile, which is final. Reading again finds out which.
  return won ? tokenAnswer(tokens, decision.terms, now) : refresh(core, from, asked);
}

/**
 * Ends the grant of a reused token and warns the User. Of several requests at once, one does it.
 */
async function revokeReused(
  core: OAuthCore,
  asker: Asker,
  token: queries.RefreshToken,
): Promise<EndpointError> {
  const { pair_uuid, grant_uuid, user_uuid, refreshed_at } = token;
  await core.db.transaction(async (tx) => {
    if (!(await queries.lockLiveGrant(tx, grant_uuid))) return;
    const subject = subjectOf(asker, user_uuid, { token_uuid: pair_uuid, first_used_at: refreshed_at });
    await recordAudit(core, tx, causeOf(asker), 'oauth_token.reused', subject);
    const isRevoked = await revokeGrant(core, tx, causeOf(asker), grant_uuid, 'refresh_token_reused');
    if (isRevoked) await warnOfReuse(core, tx, asker, user_uuid);
  });
  return invalidGrant(
    'The refresh token was used before. Somebody may have stolen it, so the grant is revoked. Send the User to authorize again.',
  );
}

async function warnOfReuse(
  core: OAuthCore,
  tx: Transaction,
  { application }: Asker,
  user_uuid: string,
): Promise<void> {
  const user = await findUser(tx, user_uuid);
  if (user instanceof Problem) return;
  await sendMails(core, tx, [reuseMail(user, application.name, core.base_url)], { user_uuid });
}

function newTokens(): Tokens {
  return { access_token: newToken('oauth_access_token'), refresh_token: newToken('oauth_refresh_token') };
}

function newPair({ access_token, refresh_token }: Tokens, terms: Terms, now: Date): queries.NewPair {
  return {
    uuid: newUuid(now),
    access_token_hash: hashToken(access_token),
    refresh_token_hash: hashToken(refresh_token),
    created_at: toApiTime(now),
    ...terms,
  };
}

function causeOf({ application, origin }: Asker): AuditCause {
  return { ...origin, actor: { type: 'oauth_client', uuid: application.uuid, name: application.name } };
}

function subjectOf(
  { application }: Asker,
  user_uuid: string,
  details: Record<string, unknown>,
): AuditSubject {
  return { user_uuid, oauth_client_uuid: application.uuid, details };
}
