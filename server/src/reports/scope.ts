import { dayAt, isRelativeDay, relativeDay, startOfDay } from '@rapport/contract/days';
import type { FieldError } from '@rapport/contract/problems';
import type { ReportDefinition, ReportFilter } from '@rapport/contract/reports';
import type { Caller } from '../access/caller.ts';
import { momentOf } from '../access/days.ts';
import { only, type Reach } from '../access/reach.ts';
import { reachIn } from '../access/rules.ts';
import { queryInvalid } from '../platform/lists/filters.ts';
import type { Moment } from '../platform/lists/moment.ts';
import { Problem } from '../platform/problem.ts';
import type { Clock } from '../platform/time/clock.ts';
import { isDay } from '../platform/time/times.ts';

/** The parameters of a report as a caller writes them. */
export type ReportQuery = { account_uuid?: string } & { [Name in ReportFilter]?: string };

/** What a report counts, after all checks. */
export type Scope = {
  account_uuid: string;
  /** What the caller may see in the Account. Every query takes it as the owner of the data. */
  reach: Reach;
  /** The days that count, and the instants at which they begin and end. */
  from: string | null;
  until: string | null;
  pipeline_uuid: string | null;
  owner_uuid: string | null;
  /** The past day whose end is meant, and that end. Null: now. */
  as_of: { day: string; at: Date } | null;
  time_zone: string;
  /** The zone that the caller named. The links to lists name it, too. */
  asked_time_zone: string | null;
  now: Date;
};

/** Rows are months, and nobody reads more of them. */
const YEARS_MAX = 20;

/**
 * Reads what a report is to count. 400 for a day that is none, and without an Account where the
 * caller has several; 404 for an Account of others.
 */
export function readScope(
  { clock }: { clock: Clock },
  caller: Caller,
  report: ReportDefinition,
  query: ReportQuery,
): Scope | Problem {
  const account_uuid = accountOf(caller, query.account_uuid);
  if (account_uuid instanceof Problem) return account_uuid;
  const reach = reachIn(caller, account_uuid);
  if (reach instanceof Problem) return reach;
  const moment = momentOf({ clock }, caller, account_uuid);
  const errors: FieldError[] = [];
  const day = (name: 'from' | 'until' | 'as_of') => readDay(name, query[name], moment, errors);
  const today = dayAt(moment.now, moment.time_zone);
  const from = day('from') ?? relative(report.period?.from, moment);
  const until = day('until') ?? relative(report.period?.until, moment);
  const as_of = day('as_of') ?? relative(report.since, moment);
  if (errors.length === 0) errors.push(...periodFaults(from, until), ...pastFaults(as_of, today));
  if (errors.length > 0) return queryInvalid(errors);
  return {
    account_uuid,
    reach: only(reach, account_uuid),
    from,
    until,
    pipeline_uuid: query.pipeline_uuid?.toLowerCase() ?? null,
    owner_uuid: query.owner_uuid === 'me' ? caller.user_uuid : (query.owner_uuid?.toLowerCase() ?? null),
    as_of: as_of === null ? null : { day: as_of, at: endOf(as_of, moment.time_zone) },
    time_zone: moment.time_zone,
    asked_time_zone: caller.asked_time_zone ?? null,
    now: moment.now,
  };
}

/** The Account that is meant: the named one, else the caller's only or default one. */
function accountOf(caller: Caller, wanted: string | undefined): string | Problem {
  const { logins, default_account_uuid } = caller;
  const only = logins.length === 1 ? logins[0]!.account_uuid : null;
  const account_uuid = wanted?.toLowerCase() ?? only ?? default_account_uuid ?? null;
  if (account_uuid === null) {
    const detail = `account_uuid is missing. You have ${logins.length} Accounts, and a report is about one: name it (GET /api/v2/accounts).`;
    return queryInvalid([{ pointer: 'account_uuid', code: 'required', detail }]);
  }
  return account_uuid;
}

function readDay(
  name: string,
  text: string | undefined,
  moment: Moment,
  errors: FieldError[],
): string | null {
  if (text === undefined) return null;
  const day = relative(text, moment) ?? text;
  if (isDay(day)) return day;
  const detail = `${name} must be a date such as 2026-11-01, or a relative one such as today-7d, month-1 or year.`;
  errors.push({ pointer: name, code: 'wrong_format', detail });
  return null;
}

function relative(text: string | undefined, { now, time_zone, week_starts_on }: Moment): string | null {
  if (text === undefined || !isRelativeDay(text)) return null;
  return relativeDay(text, dayAt(now, time_zone), week_starts_on);
}

function periodFaults(from: string | null, until: string | null): FieldError[] {
  if (from === null || until === null) return [];
  const fault = (detail: string): FieldError[] => [{ pointer: 'until', code: 'wrong_value', detail }];
  if (until <= from) return fault(`until must be a day after from, which is ${from}.`);
  const years = Number(until.slice(0, 4)) - Number(from.slice(0, 4));
  return years > YEARS_MAX
    ? fault(`until must be at most ${YEARS_MAX} years after from, which is ${from}.`)
    : [];
}

function pastFaults(as_of: string | null, today: string): FieldError[] {
  if (as_of === null || as_of < today) return [];
  const detail = `as_of must be a past day: today is ${today}. Leave it out for now.`;
  return [{ pointer: 'as_of', code: 'wrong_value', detail }];
}

function endOf(day: string, time_zone: string): Date {
  return startOfDay(nextDay(day), time_zone);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
