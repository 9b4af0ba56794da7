import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { nameCaller } from './access/caller.ts';
import * as accounts from './accounts/routes.ts';
import * as apiRequests from './api-requests/routes.ts';
import { type AppCore, type AppOptions, coreOf } from './app-core.ts';
import * as audit from './audit/routes.ts';
import * as calendar from './calendar/routes.ts';
import * as crm from './crm/routes.ts';
import * as events from './events/routes.ts';
import { webhookDescriptions } from './events/webhook-descriptions.ts';
import * as exports from './exports/routes.ts';
import * as files from './files/routes.ts';
import * as firstRun from './first-run/routes.ts';
import * as identity from './identity/routes.ts';
import * as imports from './imports/routes.ts';
import * as jobs from './jobs/routes.ts';
import * as live from './live/routes.ts';
import * as mail from './mail/routes.ts';
import { manualRoutes } from './manual/routes.ts';
import * as mcp from './mcp/routes.ts';
import * as notifications from './notifications/routes.ts';
import { oauthSecuritySchemes } from './oauth/description.ts';
import * as oauth from './oauth/routes.ts';
import { stateScopes } from './operation-scopes.ts';
import { PAGE_ADDRESSES } from './page-addresses.ts';
import { type Api, refuseOtherQueries } from './platform/http/api/api.ts';
import { publishOpenApi } from './platform/http/api/published-description.ts';
import { pageRoutes } from './platform/http/pages/page.ts';
import { webPageRoutes } from './platform/http/pages/web-pages.ts';
import { compressAnswers } from './platform/http/server/compression.ts';
import { healthRoutes } from './platform/http/server/health.ts';
import { addHooks } from './platform/http/server/hooks.ts';
import type { RouteTable } from './platform/http/server/route-table.ts';
import { buildServer } from './platform/http/server/server.ts';
import { VERSION } from './platform/process/version.ts';
import { metricsRoutes } from './platform/telemetry/metrics-routes.ts';
import * as records from './records/routes.ts';
import * as reports from './reports/routes.ts';
import { everyRequest, requestOfCaller, requestOfOwnPage } from './request-hooks.ts';
import * as samples from './samples/routes.ts';
import * as tokens from './tokens/routes.ts';
import * as views from './views/routes.ts';
import * as webhooks from './webhooks/routes.ts';

/**
 * The rooms with routes for callers that have a token or a browser session, in the order of the API
 * reference. The description of the API has their schemas once and refers to them.
 */
const ROOMS = [
  identity,
  tokens,
  accounts,
  records,
  crm,
  files,
  mail,
  imports,
  exports,
  samples,
  views,
  reports,
  calendar,
  events,
  live,
  webhooks,
  notifications,
  jobs,
  oauth,
  audit,
  apiRequests,
];

/** Puts all rooms together. This is the only file that knows them all. */
export async function buildApp(options: AppOptions): Promise<{ app: FastifyInstance; routes: RouteTable }> {
  const mails = options.mailer.proves_addresses ? 'sent' : 'kept';
  const { app, routes } = await buildServer(
    options.log,
    options.base_url,
    everyRequest({ ...options, mails }),
  );
  await compressAnswers(app);
  nameCaller(app);
  const description = publishOpenApi(app, {
    base_url: options.base_url,
    version: VERSION,
    schemas: ROOMS.flatMap<TSchema>((room) => ('schemas' in room ? room.schemas : [])),
    securitySchemes: oauthSecuritySchemes(options.base_url),
    webhooks: webhookDescriptions(),
  });
  if (options.pages)
    webPageRoutes(app, options.pages, PAGE_ADDRESSES, { ...options, mails }, (request) =>
      firstRun.entrance(options, request),
    );
  manualRoutes(app, options.base_url, description);
  healthRoutes(app, options.db);
  if (options.metrics) metricsRoutes(app, options.metrics);

  pageRoutes(app);
  const core = coreOf(options);
  await routesForAnybody(app, core);
  await routesForCallers(app, core);
  if (options.mcp) await mcp.routes(app, core);
  await app.ready();
  return { app, routes };
}

/** The routes without a token: signing in, OAuth, mailed links and leaked tokens. */
async function routesForAnybody(app: FastifyInstance, core: AppCore): Promise<void> {
  for (const room of [identity, oauth, notifications, tokens, calendar, mail])
    await room.routesForAnybody(app, core);
  await app.register(async (scope) => {
    refuseOtherQueries(scope);
    addHooks(scope, requestOfOwnPage(core));
    for (const room of [identity, firstRun, accounts]) room.routesOfOwnPages(scope as unknown as Api, core);
  });
}

/** The routes for callers with a token or a browser session. */
async function routesForCallers(app: FastifyInstance, core: AppCore): Promise<void> {
  await app.register(async (scope) => {
    refuseOtherQueries(scope);
    addHooks(scope, requestOfCaller(core));
    stateScopes(scope);
    for (const room of ROOMS) room.routes(scope as unknown as Api, core);
  });
}
