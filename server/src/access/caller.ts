import type { Role } from '@rapport/contract/accounts';
import type { Actor } from '@rapport/contract/actors';
import type { ChangeSource } from '@rapport/contract/changes';
import type { WeekStart } from '@rapport/contract/days';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../platform/http/server/request-origin.ts';
import { loneUuid } from '../platform/ids.ts';
import type { Turn } from '../platform/limits/turns.ts';
import type { Problem } from '../platform/problem.ts';
import type { Span } from '../platform/telemetry/traces.ts';
import type { Narrow } from './narrow.ts';

/** The origin of a change: its actor and its request. Every event keeps both. */
export type Cause = {
  actor: Omit<Actor, 'client_id' | 'type'> & { type: Exclude<Actor['type'], 'mailbox'> };
  request_id: string;
  /** The change: all that a person or program does in one go, such as a request or an import. */
  change_uuid: string;
  /**
   * True when a request named the change, or a job makes it: somebody may take it back meanwhile.
   */
  joins_change?: boolean;
  /** The way in which the change came. */
  source: ChangeSource;
  /** The event that a rule of Rapport answers, and how many such answers led to it. */
  because_of?: { event_uuid: string; depth: number };
  /** The proposal that the actor accepted by it, and who made that. */
  proposal?: { uuid: string; proposed_by: Actor };
  /**
   * The application that acts for the User; null for the User's own token or session, and for the
   * operator.
   */
  oauth_client_uuid: string | null;
  /** The network address of the caller; null for the command line. */
  address: string | null;
  /** The span of the request: its events and deliveries continue the trace. */
  span?: Span | null;
};

/** A cause that a job keeps as JSON. */
export type LastingCause = Omit<Cause, 'span'>;

/**
 * The cause of work that goes on after its request. Somebody may take the change back meanwhile, so
 * what is added to it asks for that, also where the request has not named it.
 */
export function lastingCause({
  actor,
  request_id,
  change_uuid,
  source,
  oauth_client_uuid,
  address,
}: Cause): LastingCause {
  return { actor, request_id, change_uuid, joins_change: true, source, oauth_client_uuid, address };
}

/** The origin of what an event tells, which may be no change that somebody made. */
export type Origin = Omit<Cause, 'actor' | 'change_uuid'> & {
  actor: Omit<Actor, 'client_id'>;
  change_uuid?: string;
};

/** A User in a request, with all the Accounts they have a Login to at this moment. */
export type Caller = Cause & {
  user_uuid: string;
  /**
   * The time of the User's last password entry, second factor included. Only in a browser session.
   */
  signed_in_at?: string;
  /** True when the User signs in with a second factor. Only in a browser session. */
  has_second_factor?: boolean;
  logins: OwnLogin[];
  /** What the caller may use of it all; left out: everything. `scope.ts` reads it. */
  scope?: string[];
  /**
   * The Accounts that the token was made for, of which `logins` has those that the User can reach.
   * Null or left out: all of the User's, also those joined later.
   */
  account_uuids?: string[] | null;
  /**
   * The Accounts that require a second factor which the User lacks. A browser session cannot reach
   * them, so `logins` leaves them out. Tokens made earlier still reach them.
   */
  closed_accounts?: { uuid: string; name: string }[];
  /** The Account of a new record that names none. The User may have lost access to it. */
  default_account_uuid?: string | null;
  /** The User's own time zone; null when they have set none. */
  time_zone?: string | null;
  /** The time zone that the request names. */
  asked_time_zone?: string;
};

/** A Login of the caller, with what its Account says of its days and amounts. */
type OwnLogin = {
  uuid: string;
  account_uuid: string;
  role: Role;
  time_zone?: string | null;
  week_starts_on?: WeekStart;
  /** What the Account narrows for the role; null or left out: nothing. */
  narrow?: Omit<Narrow, 'account_uuid'> | null;
  /** False: the Account hides no record from anybody. */
  may_hide?: boolean;
  /** False: the Account is shut to assistants. */
  mcp_enabled?: boolean;
  currency?: string | null;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route whose only work is one `quick` statement. */
    quick?: boolean;
  }
  interface FastifyRequest {
    /** The caller on routes that need credentials: all but a few public ones. */
    readonly caller: Caller;
  }
}

declare module '../platform/http/server/asked.ts' {
  interface Asked {
    /** The caller; undefined on public routes. */
    caller?: Caller;
    /** The time at which `caller` was read. */
    caller_at: Date;
    /** Authenticates the same credentials again, during a long request. Set with `caller`. */
    callerNow: () => Promise<Caller | Problem>;
    /**
     * The turn of this request among those of its User. It lasts from before the handler until the
     * answer is made.
     */
    turn: Turn;
  }
}

/** Lets handlers say `request.caller`, where a caller is needed. */
export function nameCaller(app: FastifyInstance): void {
  app.decorateRequest('caller', {
    getter() {
      const { caller } = (this as FastifyRequest).asked;
      if (!caller) throw new Error('a public route asked for its caller');
      return caller;
    },
  });
}

/** The actor as events show them. */
export function shownActor({
  actor,
  oauth_client_uuid: client_id,
}: Pick<Origin, 'actor' | 'oauth_client_uuid'>): Required<Actor> {
  return { ...actor, client_id };
}

/**
 * The cause of a change by a User who has just signed up or accepted an invitation. They use a
 * browser, and have no session yet.
 */
export function newcomer(
  user: { uuid: string; name: string },
  { request_id, change_uuid, address }: RequestOrigin,
): Cause {
  return {
    actor: { type: 'browser_session', uuid: null, user_uuid: user.uuid, name: user.name },
    request_id,
    change_uuid,
    source: 'page',
    oauth_client_uuid: null,
    address,
  };
}

/** The origin of what was found in a mailbox, or came to a drop box. */
export function fromMailbox(user_uuid: string, mailbox_uuid: string, name = 'Mailbox'): Origin {
  return {
    actor: { type: 'mailbox', uuid: mailbox_uuid, user_uuid, name },
    request_id: `mailbox-${mailbox_uuid}`,
    source: 'api',
    oauth_client_uuid: null,
    address: null,
  };
}

/** The cause of a change by the operator at the command line, who has no Login. */
export function operator(command: string): Cause {
  return {
    actor: { type: 'operator', uuid: null, user_uuid: null, name: command },
    request_id: `cli-${process.pid}`,
    change_uuid: loneUuid(new Date()),
    source: 'cli',
    oauth_client_uuid: null,
    address: null,
  };
}

/**
 * True for an actor that is the token or session of the caller, or another token of its
 * application.
 */
export function isOfCaller({ actor, oauth_client_uuid }: Caller, did: Actor): boolean {
  return did.uuid === actor.uuid || (oauth_client_uuid !== null && did.client_id === oauth_client_uuid);
}
