import { User } from '@rapport/contract/accounts';
import { BrowserSession } from '@rapport/contract/sessions';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../platform/http/api/api.ts';
import type { ProfileCore } from './profile/actions.ts';
import { mailedLinkRoutes, profileRoutes } from './profile/routes.ts';
import { secondFactorRoutes } from './profile/second-factor-routes.ts';
import type { SignInCore } from './sessions/actions.ts';
import { browserSessionRoutes, signInRoutes } from './sessions/api-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

export const schemas = [User, BrowserSession];

export function routes(api: Api, core: ProfileCore & SignInCore): void {
  browserSessionRoutes(api, core);
  profileRoutes(api, core);
  secondFactorRoutes(api, core);
}

export function routesOfOwnPages(api: Api, core: ProfileCore & SignInCore): void {
  signInRoutes(api, core);
  mailedLinkRoutes(api, core);
}

export async function routesForAnybody(app: FastifyInstance, core: SignInCore): Promise<void> {
  await sessionRoutes(app, core);
}
