import { isTimeZone, NOWHERE, type Place } from '@rapport/contract/days';
import { queryInvalid } from '../platform/lists/filters.ts';
import type { Moment } from '../platform/lists/moment.ts';
import type { Problem } from '../platform/problem.ts';
import { type Clock, toApiTime } from '../platform/time/clock.ts';
import type { Caller } from './caller.ts';

/**
 * Whose days a request means: those of its `time_zone`, else of the User, else of the Account, else
 * of UTC. The Account is the given one, else the caller's only or default one; it also says where
 * weeks begin.
 */
export function placeOf(caller: Caller, account_uuid: string | null): Place {
  const { logins, default_account_uuid = null, asked_time_zone, time_zone } = caller;
  const wanted = account_uuid ?? (logins.length === 1 ? logins[0]!.account_uuid : default_account_uuid);
  const login = logins.find((one) => one.account_uuid === wanted?.toLowerCase());
  return {
    time_zone: asked_time_zone ?? time_zone ?? login?.time_zone ?? NOWHERE.time_zone,
    week_starts_on: login?.week_starts_on ?? NOWHERE.week_starts_on,
  };
}

/** The moment of a list request, for `me`, `today`, all other days and amounts in its filters. */
export function momentOf({ clock }: { clock: Clock }, caller: Caller, account_uuid?: string): Moment {
  const currencies = caller.logins.map((login) => [login.account_uuid, login.currency ?? null]);
  return {
    me: caller.user_uuid,
    now: clock.now(),
    ...placeOf(caller, account_uuid ?? null),
    currencies: Object.fromEntries(currencies),
  };
}

/** When and where the caller writes into an Account, for days that follow from instants. */
export function writingOf(
  { clock }: { clock: Clock },
  caller: Caller,
  account_uuid: string,
): { now: string; time_zone: string } {
  return { now: toApiTime(clock.now()), time_zone: placeOf(caller, account_uuid).time_zone };
}

/**
 * Takes the parameter `time_zone` out of the query of a request. Every request may have it, as it
 * may have a header: it says whose days the others mean. 400 for a zone that does not exist.
 */
export function takeTimeZone(query: unknown): string | undefined | Problem {
  const parameters = query as Record<string, unknown>;
  const { time_zone } = parameters;
  if (time_zone === undefined) return undefined;
  delete parameters.time_zone;
  if (typeof time_zone === 'string' && isTimeZone(time_zone)) return time_zone;
  const detail = 'time_zone must be one time zone of the IANA list, such as Europe/London.';
  return queryInvalid([{ pointer: 'time_zone', code: 'wrong_format', detail }]);
}
