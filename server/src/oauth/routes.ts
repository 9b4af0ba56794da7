import { AccountApplication } from '@rapport/contract/connections';
import { Grant } from '@rapport/contract/grants';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import type { ResourceCore } from '../platform/resources/resource-routes.ts';
import { authorizeRoutes } from './authorize/routes.ts';
import type { OAuthCore } from './core.ts';
import { introspectDescription, OAUTH_SCHEMAS, revokeDescription, tokenDescription } from './description.ts';
import { endpoints } from './endpoint.ts';
import { grantRoutes } from './grants/routes.ts';
import { introspect } from './introspect/actions.ts';
import { metadataRoutes } from './metadata/routes.ts';
import { openidRoutes } from './openid/routes.ts';
import { revoke } from './revoke/actions.ts';
import { answerTokenRequest } from './token/actions.ts';

export const schemas = [AccountApplication, Grant, ...OAUTH_SCHEMAS];

export function routes(api: Api, core: Core & ResourceCore): void {
  grantRoutes(api, core);
}

/** The endpoints of the RFCs. Their paths carry no version (contract §9). */
export async function routesForAnybody(app: FastifyInstance, core: OAuthCore): Promise<void> {
  await authorizeRoutes(app, core);
  await endpoints(app, core, [
    { path: '/oauth/token', description: tokenDescription, action: answerTokenRequest },
    { path: '/oauth/revoke', description: revokeDescription, action: revoke },
    { path: '/oauth/introspect', description: introspectDescription, action: introspect },
  ]);
  await openidRoutes(app, core);
  metadataRoutes(app, core);
}
