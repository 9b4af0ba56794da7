import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { presentedToken } from '../presented-token.ts';
import { findLiveToken } from './queries.ts';

/** The answer of RFC 7662 §2.2. Times are in seconds since 1970. */
type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      client_id: string;
      /** The e-mail address; only for the scopes `*` and `email`, which may read it anyway. */
      username?: string;
      token_type?: 'Bearer';
      exp: number;
      iat: number;
      sub: string;
      iss: string;
    };

/**
 * Tells an application about one of its own tokens (RFC 7662). An expired, revoked, unknown or
 * foreign token is just not active, so that the answer does not show what exists.
 */
export async function introspect(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: RequestOrigin,
): Promise<Introspection | EndpointError> {
  const presented = await presentedToken(core, authorization, values, origin);
  if (presented instanceof EndpointError) return presented;
  if (presented === null) return { active: false };
  const { application, kind, token_hash } = presented;
  const found = await findLiveToken(core.db, application.uuid, kind, token_hash, toApiTime(core.clock.now()));
  if (!found) return { active: false };
  return {
    active: true,
    scope: found.scope.join(' '),
    client_id: application.uuid,
    ...(found.scope.some((scope) => scope === '*' || scope === 'email') ? { username: found.email } : {}),
    ...(kind === 'oauth_access_token' ? { token_type: 'Bearer' } : {}),
    exp: toSeconds(found.expires_at),
    iat: toSeconds(found.created_at),
    sub: found.user_uuid,
    iss: core.base_url,
  };
}

function toSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
