import type { Role } from '@rapport/contract/accounts';
import type { Actor } from '@rapport/contract/actors';
import type { RequestOrigin } from '../platform/http/server/request-origin.ts';
import type { Turn } from '../platform/limits/turns.ts';
import type { Problem } from '../platform/problem.ts';
import type { Span } from '../platform/telemetry/traces.ts';

/** The actor and the request of a change: they go into every event. */
export type Cause = {
  actor: Omit<Actor, 'client_id'>;
  request_id: string;
  /**
   * The application that acts for the User; null for the User's own token or session, and for the
   * operator.
   */
  oauth_client_uuid: string | null;
  /** The network address it comes from; null for the command line. */
  address: string | null;
  /** The span of the request: its events and deliveries continue the trace. */
  span?: Span | null;
};

/** A User in a request, with all the Accounts they have a Login to at this moment. */
export type Caller = Cause & {
  user_uuid: string;
  /**
   * When the User last gave their password, and their second factor if they have one. Only in a
   * browser session.
   */
  signed_in_at?: string;
  /** Whether the User signs in with a second factor; only in a browser session. */
  has_second_factor?: boolean;
  logins: { uuid: string; account_uuid: string; role: Role }[];
  /**
   * Accounts that require a second factor which the User lacks. In a browser they are closed to
   * them, and missing from `logins`. Tokens made before go on.
   */
  closed_accounts?: { uuid: string; name: string }[];
  /** Where a record is created that names no Account; it may be out of reach. */
  default_account_uuid?: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of the API; null on public routes. */
    maybeCaller: Caller | null;
    /** When `maybeCaller` was asked for. */
    caller_asked_at: Date;
    /** The caller on routes that need credentials, which are all but the few public ones. */
    readonly caller: Caller;
    /**
     * Asks again who is calling with the same credentials, during a long request. Set where
     * `maybeCaller` is.
     */
    callerNow: () => Promise<Caller | Problem>;
    /**
     * The place of this request among those of its User, from before the handler until the answer
     * is made.
     */
    turn: Turn;
  }
}

/** The actor as events tell of them. */
export function shownActor({ actor, oauth_client_uuid: client_id }: Cause): Required<Actor> {
  return { ...actor, client_id };
}

/**
 * A User who has just signed up or accepted an invitation: in a browser, and without a session yet.
 */
export function newcomer(
  user: { uuid: string; name: string },
  { request_id, address }: RequestOrigin,
): Cause {
  return {
    actor: { type: 'browser_session', uuid: null, user_uuid: user.uuid, name: user.name },
    request_id,
    oauth_client_uuid: null,
    address,
  };
}

/** The operator at the command line, who has no login. */
export function operator(command: string): Cause {
  return {
    actor: { type: 'operator', uuid: null, user_uuid: null, name: command },
    request_id: `cli-${process.pid}`,
    oauth_client_uuid: null,
    address: null,
  };
}
