import { REPORTS, type ReportName, type ReportTable, type ReportTables } from '@rapport/contract/reports';
import type { Caller } from '../access/caller.ts';
import { seenInLists } from '../access/sight.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { countDeeds } from './activity/queries.ts';
import { activityTables } from './activity/rules.ts';
import { sumChanges } from './changes/queries.ts';
import { changesTables } from './changes/rules.ts';
import { dealsOf } from './deals-sql.ts';
import { sumExpected } from './forecast/queries.ts';
import { forecastTables } from './forecast/rules.ts';
import { boundsOf, monthsOf } from './months.ts';
import { countNewClients } from './new-clients/queries.ts';
import { newClientsTables } from './new-clients/rules.ts';
import { findHistoryStart } from './past/queries.ts';
import { sumOpen } from './pipeline/queries.ts';
import { pipelineTables } from './pipeline/rules.ts';
import { type ReportQuery, readScope, type Scope } from './scope.ts';
import { countExits } from './stages/queries.ts';
import { stagesTables } from './stages/rules.ts';
import { sumClosed } from './won-and-lost/queries.ts';
import { closedTables } from './won-and-lost/rules.ts';

/** Reads the figures of a report by one statement. */
type Reading = (db: Queryable, scope: Scope) => Promise<ReportTable[]>;

const READINGS: Record<ReportName, Reading> = {
  pipeline: async (db, scope) => pipelineTables(scope, await sumOpen(db, scope, dealsOf(scope))),
  changes: async (db, scope) => changesTables(scope, await sumChanges(db, scope)),
  stages: async (db, scope) => {
    const [from, until] = [scope.from!, scope.until!];
    const bounds = boundsOf([{ key: '', from, until }], scope);
    return stagesTables(scope, await countExits(db, scope, bounds));
  },
  'won-and-lost': async (db, scope) => {
    const months = monthsOf(scope);
    return closedTables(scope, months, await sumClosed(db, scope, boundsOf(months, scope)));
  },
  forecast: async (db, scope) => {
    const months = monthsOf(scope);
    const days = [...months.map(({ from }) => from), scope.until!];
    return forecastTables(scope, months, await sumExpected(db, scope, dealsOf(scope), days));
  },
  activity: async (db, scope) => {
    const [from, until] = [scope.from!, scope.until!];
    const bounds = boundsOf([{ key: '', from, until }], scope);
    return activityTables(scope, await countDeeds(db, scope, bounds));
  },
  'new-clients': async (db, scope) => {
    const months = monthsOf(scope);
    return newClientsTables(scope, months, await countNewClients(db, scope, boundsOf(months, scope)));
  },
};

/**
 * A report of one Account, each figure with the list behind it. 400 for a wrong parameter, 404 for
 * an Account of others.
 */
export async function readReport(
  core: Core,
  caller: Caller,
  name: ReportName,
  query: ReportQuery,
): Promise<ReportTables | Problem> {
  const report = REPORTS.find((one) => one.name === name)!;
  const scope = readScope(core, caller, report, query);
  if (scope instanceof Problem) return scope;
  const { account_uuid, from, until, as_of, pipeline_uuid, owner_uuid, time_zone } = scope;
  const isPast = as_of !== null || name === 'stages';
  const db = seenInLists(core.db, scope.reach, 'whole');
  const [tables, history_since] = await Promise.all([
    READINGS[name](db, scope),
    isPast ? findHistoryStart(db, scope) : null,
  ]);
  return {
    name,
    account_uuid,
    from,
    until,
    as_of: as_of?.day ?? null,
    pipeline_uuid,
    owner_uuid,
    time_zone,
    history_since,
    tables,
  };
}
