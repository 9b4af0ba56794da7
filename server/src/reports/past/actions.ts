import type { Deal } from '@rapport/contract/records/deals';
import type { PastDeal, ReportDefinition } from '@rapport/contract/reports';
import type { Caller } from '../../access/caller.ts';
import { seenInLists } from '../../access/sight.ts';
import { deals } from '../../crm/deals/kind.ts';
import type { Core } from '../../platform/core.ts';
import { isUuid } from '../../platform/ids.ts';
import { queryInvalid } from '../../platform/lists/filters.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { Problem } from '../../platform/problem.ts';
import { isDateOrTime } from '../../platform/time/times.ts';
import { listRecords } from '../../records/actions.ts';
import { readStatesAt } from '../../records/past/actions.ts';
import { expectedIn } from '../forecast/rules.ts';
import { NONE } from '../links.ts';
import { boundsOf, monthsOf } from '../months.ts';
import { type ReportQuery, readScope, type Scope } from '../scope.ts';
import { type Asked, listPast, type Place } from './queries.ts';

export type PastQuery = ReportQuery & {
  change?: string;
  exit?: string;
  stage_uuid?: string;
  currency?: string;
  month?: string;
  include?: string;
  limit?: number;
  cursor?: string;
};

type Page = { data: PastDeal[]; next_cursor: string | null; total?: number };

/** The figures about the past that lead here have all of these filters between them. */
const PAST: ReportDefinition = {
  name: 'past-deals',
  title: '',
  about: '',
  filters: ['from', 'until', 'pipeline_uuid', 'owner_uuid', 'as_of'],
  period: { from: 'month-11', until: 'month+1' },
};

/** The newest past day. Only a list with `exit` needs none. */
const YESTERDAY = 'today-1d';

/**
 * The Deals behind a figure about the past, each as it was and as it is, a page at a time. 400 for
 * an unknown cursor, and for parameters of which one would be passed over.
 */
export async function listPastDeals(core: Core, caller: Caller, query: PastQuery): Promise<Page | Problem> {
  const { limit = LIMIT_DEFAULT } = query;
  const refusal = refuseTogether(query);
  if (refusal) return refusal;
  const scope = readScope(core, caller, PAST, query.exit ? query : { as_of: YESTERDAY, ...query });
  if (scope instanceof Problem) return scope;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  if (after instanceof Problem) return after;
  const asked = askedFor(scope, query);
  const bounds = boundsOf([{ key: '', from: scope.from!, until: scope.until! }], scope);
  const found = await listPast(
    seenInLists(core.db, scope.reach, 'whole'),
    scope,
    asked,
    bounds,
    after,
    limit + 1,
  );
  const page = found.slice(0, limit);
  const uuids = [...new Set(page.map(({ deal_uuid }) => deal_uuid))];
  const [before, now] = await Promise.all([
    readStatesAt(
      core,
      deals,
      scope.reach,
      page.map(({ deal_uuid, at }) => ({ uuid: deal_uuid, at })),
    ),
    currentDeals(core, caller, scope, uuids),
  ]);
  if (now instanceof Problem) return now;
  return {
    data: page.map(({ deal_uuid: uuid }, index) => ({
      uuid,
      before: (before[index] ?? null) as Deal | null,
      now: now.get(uuid) ?? null,
    })),
    next_cursor: found.length > limit ? cursorBehind(page.at(-1)!) : null,
    ...(query.include === 'total' && { total: found[0]?.total ?? 0 }),
  };
}

/** Parameters of different figures: never both, as one would be passed over. */
const APART = [
  ['exit', 'change'],
  ['exit', 'month'],
  ['change', 'month'],
  ['exit', 'currency'],
  ['change', 'stage_uuid'],
] as const;

function refuseTogether(query: PastQuery): Problem | null {
  const found = APART.find(([one, other]) => query[one] !== undefined && query[other] !== undefined);
  if (!found) return null;
  const [pointer, other] = found;
  const detail = `${pointer} and ${other} are of different figures, and cannot be asked together. Send one of them.`;
  return queryInvalid([{ pointer, code: 'not_allowed', detail }]);
}

function askedFor(scope: Scope, { change, exit, stage_uuid, currency, month }: PastQuery): Asked {
  const orNull = (value: string | undefined) => (value === NONE ? null : value);
  const expected = month === undefined ? undefined : expectedIn(scope, monthsOf(scope), month);
  return { change, exit, stage_uuid: orNull(stage_uuid), currency: orNull(currency), expected };
}

/** The Deals as they are now, by uuid. */
async function currentDeals(
  core: Core,
  caller: Caller,
  { account_uuid }: Scope,
  uuids: string[],
): Promise<Map<string, Deal> | Problem> {
  if (uuids.length === 0) return new Map();
  const query = { account_uuid, 'filter[uuid][in]': uuids.join(','), limit: uuids.length };
  const page = await listRecords(core, deals, caller, query);
  if (page instanceof Problem) return page;
  return new Map(page.data.map((json) => JSON.parse(json) as Deal).map((deal) => [deal.uuid, deal]));
}

function cursorBehind({ deal_uuid, at }: Place): string {
  return Buffer.from(JSON.stringify([deal_uuid, new Date(at).toISOString()])).toString('base64url');
}

function readCursor(cursor: string): Place | Problem {
  const [, deal_uuid = '', at = ''] =
    /^\["([^"]+)","([^"]+)"\]$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (isUuid(deal_uuid) && isDateOrTime(at)) return { deal_uuid, at };
  return new Problem('cursor_invalid', 'The cursor is none of this list. Start again without it.');
}
