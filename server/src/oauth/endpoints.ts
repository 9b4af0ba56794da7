import type { FastifyInstance } from 'fastify';
import { authorizeRoutes } from './authorize/routes.ts';
import type { OAuthCore } from './core.ts';
import { introspectDescription, revokeDescription, tokenDescription } from './description.ts';
import { endpoints } from './endpoint.ts';
import { introspect } from './introspect/actions.ts';
import { metadataRoutes } from './metadata/routes.ts';
import { openidRoutes } from './openid/routes.ts';
import { revoke } from './revoke/actions.ts';
import { answerTokenRequest } from './token/actions.ts';

/**
 * All OAuth routes. Their paths carry no version (contract §9). The routes of a User's grants are
 * part of the API, and are elsewhere.
 */
export async function oauthEndpoints(app: FastifyInstance, core: OAuthCore): Promise<void> {
  await authorizeRoutes(app, core);
  await endpoints(app, [
    {
      path: '/oauth/token',
      description: tokenDescription,
      action: (...request) => answerTokenRequest(core, ...request),
    },
    {
      path: '/oauth/revoke',
      description: revokeDescription,
      action: (...request) => revoke(core, ...request),
    },
    {
      path: '/oauth/introspect',
      description: introspectDescription,
      action: (...request) => introspect(core, ...request),
    },
  ]);
  await openidRoutes(app, core);
  metadataRoutes(app, core.base_url);
}
