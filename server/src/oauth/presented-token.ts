import type { RequestOrigin } from '../platform/http/server/request-origin.ts';
import { hashToken, tokenKind } from '../platform/secrets/random-tokens.ts';
import { authenticateApplication } from './applications/authenticate.ts';
import type { AuthenticatedApplication } from './applications/queries.ts';
import type { OAuthCore } from './core.ts';
import { EndpointError } from './errors.ts';

type PresentedToken = {
  application: AuthenticatedApplication;
  kind: 'oauth_access_token' | 'oauth_refresh_token';
  token_hash: Buffer;
};

/**
 * The application of a revocation or introspection request, and the token in it (RFC 7009 §2.1, RFC
 * 7662 §2.1). The token is null when it is not an OAuth token of ours. The prefix of our tokens
 * tells their kind, so `token_type_hint` is ignored.
 */
export async function presentedToken(
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: RequestOrigin,
): Promise<PresentedToken | null | EndpointError> {
  const application = await authenticateApplication(core, authorization, values, origin);
  if (application instanceof EndpointError) return application;
  const { token } = values;
  if (token === undefined) {
    return new EndpointError('invalid_request', 'token is missing. Send it as a field of the form.');
  }
  const kind = tokenKind(token);
  if (kind !== 'oauth_access_token' && kind !== 'oauth_refresh_token') return null;
  return { application, kind, token_hash: hashToken(token) };
}
