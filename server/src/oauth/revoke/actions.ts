import { recordAudit } from '../../audit/actions.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { revokeGrant } from '../grants/actions.ts';
import { presentedToken } from '../presented-token.ts';
import { lockSpentGrant, revokeAccessToken, revokeByRefreshToken } from './queries.ts';

/**
 * Revokes a token of the calling application (RFC 7009 §2): an access token alone; a refresh token
 * with all tokens of the same code. With the last token the grant ends, so that webhooks stop as
 * well. An unknown or foreign token gets the same answer, and nothing happens.
 */
export async function revoke(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: RequestOrigin,
): Promise<null | EndpointError> {
  const presented = await presentedToken(core, authorization, values, origin);
  if (presented === null || presented instanceof EndpointError) return presented;
  const { application, kind, token_hash } = presented;
  const end = kind === 'oauth_access_token' ? revokeAccessToken : revokeByRefreshToken;
  await core.db.transaction(async (tx) => {
    const now = toApiTime(core.clock.now());
    const ended = await end(tx, application.uuid, token_hash, now);
    if (!ended) return;
    const cause = {
      ...origin,
      actor: { type: 'oauth_client' as const, uuid: application.uuid, name: application.name },
    };
    await recordAudit(core, tx, cause, 'oauth_token.revoked', {
      user_uuid: ended.user_uuid,
      oauth_client_uuid: application.uuid,
      details: { kind, token_uuid: ended.uuid },
    });
    if (kind === 'oauth_refresh_token' && (await lockSpentGrant(tx, ended.grant_uuid, now)))
      await revokeGrant(core, tx, cause, ended.grant_uuid, 'by_client');
  });
  return null;
}
