import type { FastifyBaseLogger } from 'fastify';
import { invitationLimiter } from './accounts/invitations/limits.ts';
import type { RequestRecorder } from './api-requests/recorder.ts';
import { endFeedOfUser, endLeakedFeed } from './calendar/actions.ts';
import { KINDS } from './crm/kinds.ts';
import { sampleOf } from './events/catalogue.ts';
import type { ObjectStore } from './files/objects.ts';
import type { Scanner } from './files/scanner.ts';
import type { RevokeAccess } from './identity/profile/actions.ts';
import { profileMailLimits } from './identity/profile/limits.ts';
import type { JobCore } from './job-types.ts';
import type { AnyJobType } from './jobs/job-type.ts';
import type { MailDrop } from './mail/drop/core.ts';
import type { MailProvider } from './mail/mailboxes/provider.ts';
import { MAILS_SEARCHED } from './mail/search/actions.ts';
import { isAllowedOrigin } from './oauth/applications/look-ups.ts';
import {
  APPLICATION_FAILURES_MAX,
  APPLICATION_FAILURES_WINDOW_MS,
  type OAuthLifetimes,
} from './oauth/core.ts';
import { revokeGrantsOf } from './oauth/grants/actions.ts';
import { revokeGrantOfLeakedToken } from './oauth/leaks/actions.ts';
import type { Database } from './platform/database/database.ts';
import { RateLimiter } from './platform/http/api/rate-limit.ts';
import type { WebPages } from './platform/http/pages/web-pages.ts';
import { FailureLimiter } from './platform/limits/failure-limiter.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { SecretKey } from './platform/secrets/secret-key.ts';
import type { NumbersSource } from './platform/telemetry/metrics-routes.ts';
import type { RequestMetrics } from './platform/telemetry/request-metrics.ts';
import type { Traces } from './platform/telemetry/traces.ts';
import type { Clock } from './platform/time/clock.ts';
import { listsOf } from './records/custom-fields/listed.ts';
import type { EndLeaked } from './tokens/leaks/routes.ts';
import { revokeLeakedToken, revokeTokensOfUser } from './tokens/personal/actions.ts';
import type { Connections } from './webhooks/attempts/connections.ts';
import type { TargetPolicy } from './webhooks/guard/target.ts';
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
  /** The longest file that is kept with records. */
  file_max_bytes: number;
  /** What looks through files before anybody gets them; null: nothing does. */
  scanner: Scanner | null;
  /** True when assistants may connect at /mcp. */
  mcp: boolean;
  /** The storage elsewhere for files; null: they lie in the database. */
  objects: ObjectStore | null;
  /** The hosts whose documents stand for the registration of an application. */
  client_document_hosts: readonly string[];
  targetPolicy: TargetPolicy;
  /** The mail servers that mailboxes of Users may be at. */
  mail_targets: TargetPolicy;
  /** At whom mailboxes of Users may sign in by OAuth. */
  mail_providers: readonly MailProvider[];
  /** What the operator says of mail that comes by secret addresses; null: there are none. */
  mail_drop: MailDrop | null;
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
  /** True when this is a copy, which sends no webhooks and says so on its pages. */
  is_copy: boolean;
  /** The built web interface; null: the API only. */
  pages: WebPages | null;
};

export type AppCore = ReturnType<typeof coreOf>;

/** The options, with the limits that the rooms share and what a room does for one below it. */
export function coreOf(options: AppOptions) {
  const { clock, rate_limit } = options;
  return {
    ...options,
    kinds: KINDS,
    definitions: KINDS.map(({ definition }) => definition),
    listsOf,
    searched_beside: [MAILS_SEARCHED],
    requestsByCaller: new RateLimiter(rate_limit, clock),
    profileMailLimits: profileMailLimits(clock),
    invitationsByUser: invitationLimiter(clock),
    applicationFailures: new FailureLimiter(APPLICATION_FAILURES_MAX, APPLICATION_FAILURES_WINDOW_MS, clock),
    revokeAccess: accessRevoker(clock),
    receiversOf: listReceiversOfUser,
    sampleOf,
    endLeaked: leakEnder(options),
    isAllowedOrigin: (origin: string) => isAllowedOrigin(options.db, origin),
  };
}

/** Ends everything that a User has let in: applications, personal access tokens, their calendar. */
function accessRevoker(clock: Clock): RevokeAccess {
  return async (tx, cause, user_uuid) => {
    await revokeGrantsOf({ clock }, tx, cause, { user_uuid }, 'password_changed');
    await revokeTokensOfUser({ clock }, tx, cause, user_uuid);
    await endFeedOfUser({ clock }, tx, cause, user_uuid);
  };
}

/** Ends a token that somebody found, whichever room it is of. */
function leakEnder(core: AppOptions): EndLeaked {
  const endGrant: EndLeaked['oauth_access_token'] = (...found) => revokeGrantOfLeakedToken(core, ...found);
  return {
    personal_access_token: (...found) => revokeLeakedToken(core, ...found),
    oauth_access_token: endGrant,
    oauth_refresh_token: endGrant,
    calendar_feed: (...found) => endLeakedFeed(core, ...found),
  };
}
