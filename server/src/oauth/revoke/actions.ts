import { recordAudit } from '../../audit/actions.ts';
import { toApiTime } from '../../platform/clock.ts';
import type { Origin } from '../../platform/http/origin.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { authenticateClient } from '../clients/authenticate.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { revokeGrant } from '../grants/actions.ts';
import { lockSpentGrant, revokeAccessToken, revokeByRefreshToken } from './queries.ts';

/**
 * Revokes a token of the application that asks (RFC 7009 §2): an access token alone, a refresh token with everything that came from
 * the same code, and with the last of them the grant, so that webhooks stop as well. A token that is unknown or somebody else's is left
 * as it is and answered all the same. `token_type_hint` is not needed, because our tokens say what they are.
 */
export async function revoke(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: Origin,
): Promise<null | EndpointError> {
  const client = await authenticateClient(core, authorization, values, origin);
  if (client instanceof EndpointError) return client;
  const { token } = values;
  if (token === undefined) {
    return new EndpointError(
      'invalid_request',
      'token is missing. Send the token to revoke as a field of the form.',
    );
  }
  const kind = tokenKind(token);
  if (kind !== 'oauth_access_token' && kind !== 'oauth_refresh_token') return null;
  const end = kind === 'oauth_access_token' ? revokeAccessToken : revokeByRefreshToken;
  await core.db.transaction(async (tx) => {
    const now = toApiTime(core.clock.now());
    const ended = await end(tx, client.uuid, hashToken(token), now);
    if (!ended) return;
    const cause = {
      ...origin,
      actor: { type: 'oauth_client' as const, uuid: client.uuid, name: client.name },
    };
    await recordAudit(core, tx, cause, 'oauth_token.revoked', {
      user_uuid: ended.user_uuid,
      oauth_client_uuid: client.uuid,
      details: { kind, token_uuid: ended.uuid },
    });
    if (kind === 'oauth_refresh_token' && (await lockSpentGrant(tx, ended.grant_uuid, now)))
      await revokeGrant(core, tx, cause, ended.grant_uuid, 'by_client');
  });
  return null;
}
