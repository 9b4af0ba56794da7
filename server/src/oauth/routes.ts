import { AccountApplication } from '@rapport/contract/connections';
import { Grant } from '@rapport/contract/grants';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import type { ResourceCore } from '../platform/resources/resource-routes.ts';
import type { OAuthCore } from './core.ts';
import { OAUTH_SCHEMAS } from './description.ts';
import { oauthEndpoints } from './endpoints.ts';
import { grantRoutes } from './grants/routes.ts';

export const schemas = [AccountApplication, Grant, ...OAUTH_SCHEMAS];

export function routes(api: Api, core: Core & ResourceCore): void {
  grantRoutes(api, core);
}

export async function routesForAnybody(app: FastifyInstance, core: OAuthCore): Promise<void> {
  await oauthEndpoints(app, core);
}
