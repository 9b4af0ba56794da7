import { AccountToken } from '@rapport/contract/connections';
import {
  CurrentUser,
  IssuedPersonalAccessToken,
  PersonalAccessToken,
} from '@rapport/contract/personal-access-tokens';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import type { ResourceCore } from '../platform/resources/resource-routes.ts';
import { type EndLeaked, tokenLeakRoutes } from './leaks/routes.ts';
import { meRoutes } from './me-routes.ts';
import { personalAccessTokenRoutes } from './personal/routes.ts';

export const schemas = [AccountToken, CurrentUser, PersonalAccessToken, IssuedPersonalAccessToken];

export function routes(api: Api, core: Core & ResourceCore): void {
  meRoutes(api, core);
  personalAccessTokenRoutes(api, core);
}

export function routesForAnybody(app: FastifyInstance, { endLeaked }: { endLeaked: EndLeaked }): void {
  tokenLeakRoutes(app as unknown as Api, endLeaked);
}
