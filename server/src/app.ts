import { Account, DeletedAccount, Login, User } from '@rapport/contract/accounts';
import { Actor } from '@rapport/contract/actors';
import { ApiRequest } from '@rapport/contract/api-requests';
import { AuditEntry } from '@rapport/contract/audit';
import { Change, ChangeInFull } from '@rapport/contract/changes';
import { AccountApplication, AccountWebhook } from '@rapport/contract/connections';
import { EventType } from '@rapport/contract/events';
import { Grant } from '@rapport/contract/grants';
import { Invitation, InvitationLink } from '@rapport/contract/invitations';
import { Job } from '@rapport/contract/jobs';
import { PendingLogin } from '@rapport/contract/pending-logins';
import {
  CurrentUser,
  IssuedPersonalAccessToken,
  PersonalAccessToken,
} from '@rapport/contract/personal-access-tokens';
import { RECORDS } from '@rapport/contract/records/all';
import { Board } from '@rapport/contract/records/board';
import { SearchHit } from '@rapport/contract/records/search';
import { BrowserSession } from '@rapport/contract/sessions';
import { View } from '@rapport/contract/views';
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookRecovery,
  WebhookTest,
} from '@rapport/contract/webhook-deliveries';
import { WebhookHealth } from '@rapport/contract/webhook-health';
import { WebhookRelayDelivery } from '@rapport/contract/webhook-relays';
import { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { nameCaller } from './access/caller.ts';
import { invitationLimiter } from './accounts/invitations/limits.ts';
import { pendingLoginRoutes } from './accounts/invitations/pending-login-routes.ts';
import { invitationLinkRoutes, invitationRoutes } from './accounts/invitations/routes.ts';
import { loginRoutes } from './accounts/logins/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import type { RequestRecorder } from './api-requests/recorder.ts';
import { apiRequestRoutes } from './api-requests/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { boardRoute } from './crm/deals/routes.ts';
import { KINDS } from './crm/kinds.ts';
import { sampleOf } from './events/catalogue.ts';
import { EVENT_SCHEMAS } from './events/event-schemas.ts';
import { eventRoutes } from './events/routes.ts';
import { webhookDescriptions } from './events/webhook-descriptions.ts';
import { entrance, firstRunRoutes } from './first-run/routes.ts';
import type { RevokeAccess } from './identity/profile/actions.ts';
import { profileMailLimits } from './identity/profile/limits.ts';
import { mailedLinkRoutes, profileRoutes } from './identity/profile/routes.ts';
import { secondFactorRoutes } from './identity/profile/second-factor-routes.ts';
import { browserSessionRoutes, signInRoutes } from './identity/sessions/api-routes.ts';
import { sessionRoutes } from './identity/sessions/routes.ts';
import { IMPORT_SCHEMAS, importsRoutes } from './imports/routes.ts';
import type { JobCore } from './job-types.ts';
import type { AnyJobType } from './jobs/job-type.ts';
import { jobRoutes } from './jobs/routes.ts';
import {
  APPLICATION_FAILURES_MAX,
  APPLICATION_FAILURES_WINDOW_MS,
  type OAuthLifetimes,
} from './oauth/core.ts';
import { OAUTH_SCHEMAS, oauthSecuritySchemes } from './oauth/description.ts';
import { revokeGrantsOfUser } from './oauth/grants/actions.ts';
import { grantRoutes } from './oauth/grants/routes.ts';
import { revokeGrantOfLeakedToken } from './oauth/leaks/actions.ts';
import { oauthRoutes } from './oauth/routes.ts';
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
import { changeRoutes } from './records/changes/routes.ts';
import { CUSTOM_FIELD_SCHEMAS, customFieldRoutes } from './records/custom-fields/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { searchRoute } from './records/search/routes.ts';
import { everyRequest, requestOfCaller, requestOfOwnPage } from './request-steps.ts';
import { sampleRoutes } from './samples/routes.ts';
import { tokenLeakRoutes } from './tokens/leaks/routes.ts';
import { revokeLeakedToken, revokeTokensOfUser } from './tokens/personal/actions.ts';
import { personalAccessTokenRoutes } from './tokens/personal/routes.ts';
import { meRoutes } from './tokens/routes.ts';
import { viewRoutes } from './views/routes.ts';
import type { Connections } from './webhooks/attempts/connections.ts';
import type { TargetPolicy } from './webhooks/guard/target.ts';
import { webhookHealthRoutes } from './webhooks/health/routes.ts';
import { LiveDeliveries } from './webhooks/live/live-deliveries.ts';
import { liveRoutes } from './webhooks/live/routes.ts';
import { webhookDeliveryRoutes } from './webhooks/log/routes.ts';
import { webhookRecoveryRoutes } from './webhooks/recoveries/routes.ts';
import { webhookRelayRoutes } from './webhooks/relays/routes.ts';
import { listReceiversOfUser } from './webhooks/subscriptions/actions.ts';
import { webhookSubscriptionRoutes } from './webhooks/subscriptions/routes.ts';

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

/** The schemas that the API description has once and refers to. */
const SCHEMAS = [
  User,
  Account,
  DeletedAccount,
  AccountWebhook,
  AccountApplication,
  Login,
  PendingLogin,
  ...CUSTOM_FIELD_SCHEMAS,
  ...RECORDS.flatMap(({ schema, deleted_schema }) => [schema, deleted_schema]),
  WebhookSubscription,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookTest,
  WebhookRecovery,
  Job,
  WebhookHealth,
  WebhookRelayDelivery,
  Actor,
  Board,
  SearchHit,
  ...EVENT_SCHEMAS,
  EventType,
  Change,
  ChangeInFull,
  CurrentUser,
  Grant,
  AuditEntry,
  ApiRequest,
  Invitation,
  InvitationLink,
  View,
  BrowserSession,
  PersonalAccessToken,
  IssuedPersonalAccessToken,
  ...IMPORT_SCHEMAS,
  ...OAUTH_SCHEMAS,
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
    schemas: SCHEMAS,
    securitySchemes: oauthSecuritySchemes(options.base_url),
    webhooks: webhookDescriptions(),
  });
  if (options.pages) webPageRoutes(app, options.pages, mails, (request) => entrance(options, request));
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
    requestsByCaller: new RateLimiter(rate_limit, clock),
    profileMailLimits: profileMailLimits(clock),
    invitationsByUser: invitationLimiter(clock),
    applicationFailures: new FailureLimiter(APPLICATION_FAILURES_MAX, APPLICATION_FAILURES_WINDOW_MS, clock),
    revokeAccess: accessRevoker(clock),
    receiversOf: listReceiversOfUser,
  };
}

/** Ends everything that a User has let in: applications and personal access tokens. */
function accessRevoker(clock: Clock): RevokeAccess {
  return async (tx, cause, user_uuid) => {
    await revokeGrantsOfUser({ clock }, tx, cause, user_uuid);
    await revokeTokensOfUser({ clock }, tx, cause, user_uuid);
  };
}

/** The routes without a token: signing in, OAuth, mailed links and leaked tokens. */
async function routesForAnybody(app: FastifyInstance, core: AppCore): Promise<void> {
  await sessionRoutes(app, core);
  await oauthRoutes(app, core);
  tokenLeakRoutes(app as unknown as Api, {
    personal_access_token: (...found) => revokeLeakedToken(core, ...found),
    oauth_access_token: (...found) => revokeGrantOfLeakedToken(core, ...found),
    oauth_refresh_token: (...found) => revokeGrantOfLeakedToken(core, ...found),
  });
  await app.register(async (scope) => {
    const api = scope as unknown as Api;
    refuseOtherQueries(scope);
    addSteps(scope, requestOfOwnPage(core));
    signInRoutes(api, core);
    firstRunRoutes(api, core);
    invitationLinkRoutes(api, core);
    mailedLinkRoutes(api, core);
  });
}

/** The routes for callers with a token or a browser session. */
async function routesForCallers(app: FastifyInstance, core: AppCore): Promise<void> {
  await app.register(async (scope) => {
    const api = scope as unknown as Api;
    refuseOtherQueries(scope);
    addSteps(scope, requestOfCaller(core));
    meRoutes(api, core);
    accountRoutes(api, core);
    loginRoutes(api, core);
    pendingLoginRoutes(api, core);
    for (const kind of KINDS) recordRoutes(api, core, kind);
    customFieldRoutes(api, core);
    importsRoutes(api, core);
    sampleRoutes(api, core);
    viewRoutes(api, core);
    changeRoutes(api, core);
    boardRoute(api, core);
    searchRoute(api, core);
    webhookSubscriptionRoutes(api, core);
    webhookDeliveryRoutes(api, { ...core, sampleOf });
    webhookRecoveryRoutes(api, core);
    webhookHealthRoutes(api, core);
    liveRoutes(api, new LiveDeliveries(core));
    webhookRelayRoutes(api, core);
    jobRoutes(api, core);
    eventRoutes(api, core);
    browserSessionRoutes(api, core);
    profileRoutes(api, core);
    secondFactorRoutes(api, core);
    personalAccessTokenRoutes(api, core);
    invitationRoutes(api, core);
    grantRoutes(api, core);
    auditRoutes(api, core);
    apiRequestRoutes(api, core);
  });
}
