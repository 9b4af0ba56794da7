import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { nameCaller } from './access/caller.ts';
import { invitationLimiter } from './accounts/invitations/limits.ts';
import * as accounts from './accounts/routes.ts';
import type { RequestRecorder } from './api-requests/recorder.ts';
import * as apiRequests from './api-requests/routes.ts';
import * as audit from './audit/routes.ts';
import { KINDS } from './crm/kinds.ts';
import * as crm from './crm/routes.ts';
import { sampleOf } from './events/catalogue.ts';
import * as events from './events/routes.ts';
import { webhookDescriptions } from './events/webhook-descriptions.ts';
import * as exports from './exports/routes.ts';
import * as firstRun from './first-run/routes.ts';
import type { RevokeAccess } from './identity/profile/actions.ts';
import { profileMailLimits } from './identity/profile/limits.ts';
import * as identity from './identity/routes.ts';
import * as imports from './imports/routes.ts';
import type { JobCore } from './job-types.ts';
import type { AnyJobType } from './jobs/job-type.ts';
import * as jobs from './jobs/routes.ts';
import {
  APPLICATION_FAILURES_MAX,
  APPLICATION_FAILURES_WINDOW_MS,
  type OAuthLifetimes,
} from './oauth/core.ts';
import { oauthSecuritySchemes } from './oauth/description.ts';
import { revokeGrantsOfUser } from './oauth/grants/actions.ts';
import { revokeGrantOfLeakedToken } from './oauth/leaks/actions.ts';
import * as oauth from './oauth/routes.ts';
import type { Database } from './platform/database/database.ts';
import { type Api, refuseOtherQueries } from './platform/http/api/api.ts';
import { RateLimiter } from './platform/http/api/rate-limit.ts';
import { publishOpenApi } from './platform/http/api/reference-page.ts';
import { pageRoutes } from './platform/http/pages/page.ts';
import { problemsPage } from './platform/http/pages/problems-page.ts';
import { type WebPages, webPageRoutes } from './platform/http/pages/web-pages.ts';
import { compressAnswers } from './platform/http/server/compression.ts';
import { healthRoutes } from './platform/http/server/health.ts';
import type { RouteTable } from './platform/http/server/route-table.ts';
import { buildServer } from './platform/http/server/server.ts';
import { addSteps } from './platform/http/server/steps.ts';
import { FailureLimiter } from './platform/limits/failure-limiter.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { VERSION } from './platform/process/version.ts';
import type { SecretKey } from './platform/secrets/secret-key.ts';
import { metricsRoutes, type NumbersSource } from './platform/telemetry/metrics-routes.ts';
import type { RequestMetrics } from './platform/telemetry/request-metrics.ts';
import type { Traces } from './platform/telemetry/traces.ts';
import type { Clock } from './platform/time/clock.ts';
import { listsOf } from './records/custom-fields/listed.ts';
import * as records from './records/routes.ts';
import { everyRequest, requestOfCaller, requestOfOwnPage } from './request-steps.ts';
import * as samples from './samples/routes.ts';
import type { EndLeaked } from './tokens/leaks/routes.ts';
import { revokeLeakedToken, revokeTokensOfUser } from './tokens/personal/actions.ts';
import * as tokens from './tokens/routes.ts';
import * as views from './views/routes.ts';
import type { Connections } from './webhooks/attempts/connections.ts';
import type { TargetPolicy } from './webhooks/guard/target.ts';
import * as webhooks from './webhooks/routes.ts';
import { listReceiversOfUser } from './webhooks/subscriptions/actions.ts';

/** The parts of the whole service. */
export type AppOptions = {
  db: Database;
  clock: Clock;
  secretKey: SecretKey;
  base_url: string;
  rate_limit: number;
  lifetimes: OAuthLifetimes;
  revoke_on_password_change: boolean;
  targetPolicy: TargetPolicy;
  /** The connections for test events that a User asks for. */
  connections: Connections;
  log: FastifyBaseLogger;
  traces: Traces;
  requestMetrics: RequestMetrics;
  /** Collects the log of requests by programs. When the service stops, call its `flush`. */
  requestRecorder: RequestRecorder;
  /** The numbers for /metrics; null when another port serves them. */
  metrics: NumbersSource | null;
  mailer: Mailer;
  /** The types of jobs that Users see and cancel. */
  jobTypes: AnyJobType<JobCore>[];
  /** The built web interface; null: the API only. */
  pages: WebPages | null;
};

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
  imports,
  exports,
  samples,
  views,
  events,
  webhooks,
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
  await publishOpenApi(app, {
    base_url: options.base_url,
    version: VERSION,
    schemas: ROOMS.flatMap<TSchema>((room) => ('schemas' in room ? room.schemas : [])),
    securitySchemes: oauthSecuritySchemes(options.base_url),
    webhooks: webhookDescriptions(),
  });
  if (options.pages)
    webPageRoutes(app, options.pages, mails, (request) => firstRun.entrance(options, request));
  problemsPage(app);
  healthRoutes(app, options.db);
  if (options.metrics) metricsRoutes(app, options.metrics);

  pageRoutes(app);
  const core = coreOf(options);
  await routesForAnybody(app, core);
  await routesForCallers(app, core);
  await app.ready();
  return { app, routes };
}

type AppCore = ReturnType<typeof coreOf>;

/** The options, with the limits that the rooms share. */
function coreOf(options: AppOptions) {
  const { clock, rate_limit } = options;
  return {
    ...options,
    kinds: KINDS,
    definitions: KINDS.map(({ definition }) => definition),
    listsOf,
    requestsByCaller: new RateLimiter(rate_limit, clock),
    profileMailLimits: profileMailLimits(clock),
    invitationsByUser: invitationLimiter(clock),
    applicationFailures: new FailureLimiter(APPLICATION_FAILURES_MAX, APPLICATION_FAILURES_WINDOW_MS, clock),
    revokeAccess: accessRevoker(clock),
    receiversOf: listReceiversOfUser,
    sampleOf,
    endLeaked: leakEnder(options),
  };
}

/** Ends everything that a User has let in: applications and personal access tokens. */
function accessRevoker(clock: Clock): RevokeAccess {
  return async (tx, cause, user_uuid) => {
    await revokeGrantsOfUser({ clock }, tx, cause, user_uuid);
    await revokeTokensOfUser({ clock }, tx, cause, user_uuid);
  };
}

/** Ends a token that somebody found, whichever room it is of. */
function leakEnder(core: AppOptions): EndLeaked {
  const endGrant: EndLeaked['oauth_access_token'] = (...found) => revokeGrantOfLeakedToken(core, ...found);
  return {
    personal_access_token: (...found) => revokeLeakedToken(core, ...found),
    oauth_access_token: endGrant,
    oauth_refresh_token: endGrant,
  };
}

/** The routes without a token: signing in, OAuth, mailed links and leaked tokens. */
async function routesForAnybody(app: FastifyInstance, core: AppCore): Promise<void> {
  for (const room of [identity, oauth, tokens]) await room.routesForAnybody(app, core);
  await app.register(async (scope) => {
    refuseOtherQueries(scope);
    addSteps(scope, requestOfOwnPage(core));
    for (const room of [identity, firstRun, accounts]) room.routesOfOwnPages(scope as unknown as Api, core);
  });
}

/** The routes for callers with a token or a browser session. */
async function routesForCallers(app: FastifyInstance, core: AppCore): Promise<void> {
  await app.register(async (scope) => {
    refuseOtherQueries(scope);
    addSteps(scope, requestOfCaller(core));
    for (const room of ROOMS) room.routes(scope as unknown as Api, core);
  });
}
