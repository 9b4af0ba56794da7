import type { ReportTable } from '@rapport/contract/reports';
import { dealFilters, listPath, pastList } from '../links.ts';
import type { Scope } from '../scope.ts';
import { type Columns, currenciesOf, type Sums, tableOf } from '../tables.ts';
import type { StageSum } from './queries.ts';

const COLUMNS: Columns = [
  { name: 'count', unit: 'count' },
  { name: 'amount', unit: 'amount' },
  { name: 'weighted', unit: 'amount' },
];

/** A table for each currency, with a row for each stage, also for those without Deals. */
export function pipelineTables(scope: Scope, found: StageSum[]): ReportTable[] {
  const counted = found.filter(({ count }) => count !== null);
  const stages = [...new Map(found.map((one) => [one.stage_uuid, one])).values()];
  const several = new Set(stages.map(({ pipeline }) => pipeline)).size > 1;
  return currenciesOf(counted.length > 0 ? counted : [{ currency: null }]).map((currency) => {
    const own = counted.filter((one) => one.currency === currency);
    const rows = stages.map((stage): Sums => {
      const sum = own.find(({ stage_uuid }) => stage_uuid === stage.stage_uuid);
      const { count = 0, amount = '0', weighted = '0' } = sum ?? {};
      return {
        key: stage.stage_uuid,
        label: nameOf(stage, several),
        sums: { count: count!, amount: amount!, weighted: weighted! },
      };
    });
    const open = { status: 'open', ...dealFilters(scope), currency };
    return tableOf('stages', currency, COLUMNS, rows, (_, key) =>
      scope.as_of
        ? pastList(scope, { currency, stage_uuid: key })
        : listPath('deals', scope, { ...open, stage_uuid: key }),
    );
  });
}

/** With several pipelines a stage is named with its own. */
function nameOf({ stage, pipeline }: StageSum, several: boolean): string {
  if (stage === null) return 'Without a stage';
  return several ? `${pipeline}: ${stage}` : stage;
}
