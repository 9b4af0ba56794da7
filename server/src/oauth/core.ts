import type { Core } from '../platform/core.ts';
import type { RateLimiter } from '../platform/http/api/rate-limit.ts';
import type { FailureLimiter } from '../platform/limits/failure-limiter.ts';
import type { Lifetime } from '../platform/time/lifetimes.ts';
import type { Connections } from '../webhooks/attempts/connections.ts';
import type { TargetPolicy } from '../webhooks/guard/target.ts';

/** The operator's settings for OAuth. */
export type OAuthLifetimes = {
  access_token: Lifetime;
  refresh_token: Lifetime;
  code: Lifetime;
  /** The life of a User's authorization, however often the tokens are refreshed; null: no end. */
  grant: Lifetime | null;
};

/** The core of this room's actions. */
export type OAuthCore = Core & {
  lifetimes: OAuthLifetimes;
  /** True when assistants may connect at /mcp. */
  mcp: boolean;
  /** The hosts whose documents stand for a registration. */
  client_document_hosts: readonly string[];
  connections: Connections;
  targetPolicy: TargetPolicy;
  /** Counts wrong secrets by application and address. */
  applicationFailures: FailureLimiter;
  /** The limit of the API. Requests of an application to the API and to userinfo count together. */
  requestsByCaller: RateLimiter;
};

/** A refresh token lives six months (contract §5.2), an access token an hour, a code a minute. */
export const LIFETIMES_DEFAULT: OAuthLifetimes = {
  access_token: { ms: 60 * 60 * 1000 },
  refresh_token: { months: 6 },
  code: { ms: 60 * 1000 },
  grant: null,
};

/**
 * Secrets cannot be guessed. The limit spares the database and the log a program that goes on with
 * a wrong one.
 */
export const APPLICATION_FAILURES_MAX = 20;
export const APPLICATION_FAILURES_WINDOW_MS = 60 * 1000;
