import type { ReportTable } from '@rapport/contract/reports';
import { dealFilters, listPath, pastList } from '../links.ts';
import { peopleTable } from '../people.ts';
import type { Scope } from '../scope.ts';
import { currenciesOf, OPEN_DEALS, type Sums, tableOf } from '../tables.ts';
import type { OpenSum } from './queries.ts';

/**
 * For each currency a table with a row for each stage, also for those without Deals, and one by
 * person unless one is asked for.
 */
export function pipelineTables(scope: Scope, found: OpenSum[]): ReportTable[] {
  const of = (by: OpenSum['by']) => found.filter((one) => one.by === by);
  const counted = of('stage').filter(({ count }) => count !== null);
  const stages = [...new Map(of('stage').map((one) => [one.uuid, one])).values()];
  const several = new Set(stages.map(({ pipeline }) => pipeline)).size > 1;
  return currenciesOf(counted.length > 0 ? counted : [{ currency: null }]).flatMap((currency) => {
    const own = counted.filter((one) => one.currency === currency);
    const rows = stages.map((stage): Sums => {
      const sum = own.find(({ uuid }) => uuid === stage.uuid);
      const { count = 0, amount = '0', weighted = '0' } = sum ?? {};
      return {
        key: stage.uuid,
        label: nameOf(stage, several),
        sums: { count: count!, amount: amount!, weighted: weighted! },
      };
    });
    const open = { status: 'open', ...dealFilters(scope), currency };
    const byStage = tableOf('stages', currency, OPEN_DEALS, rows, (_, key) =>
      scope.as_of
        ? pastList(scope, { currency, stage_uuid: key })
        : listPath('deals', scope, { ...open, stage_uuid: key }),
    );
    return [byStage, ...peopleTable(scope, currency, of('person'))];
  });
}

/** With several pipelines a stage is named with its own. */
function nameOf({ name, pipeline }: OpenSum, several: boolean): string {
  if (name === null) return 'Without a stage';
  return several ? `${pipeline}: ${name}` : name;
}
