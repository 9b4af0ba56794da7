import type { FastifyInstance } from 'fastify';
import { authorizeRoutes } from './authorize/routes.ts';
import type { OAuthCore } from './core.ts';
import { endpoints } from './endpoint.ts';
import { introspect } from './introspect/actions.ts';
import { metadataRoutes } from './metadata/routes.ts';
import { openidRoutes } from './openid/routes.ts';
import { revoke } from './revoke/actions.ts';
import { answerTokenRequest } from './token/actions.ts';

/** All OAuth routes. They carry no version (contract §9); the grants of a User are part of the API and are not here. */
export async function oauthRoutes(app: FastifyInstance, core: OAuthCore): Promise<void> {
  await authorizeRoutes(app, core);
  await endpoints(app, {
    '/oauth/token': (...request) => answerTokenRequest(core, ...request),
    '/oauth/revoke': (...request) => revoke(core, ...request),
    '/oauth/introspect': (...request) => introspect(core, ...request),
  });
  openidRoutes(app, core);
  metadataRoutes(app, core.base_url);
}
