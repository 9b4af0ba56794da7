import { type ReportTable, STAGE_EXITS } from '@rapport/contract/reports';
import { pastList } from '../links.ts';
import type { Scope } from '../scope.ts';
import { type Columns, percent, type Sums, tableOf } from '../tables.ts';
import type { StageExits } from './queries.ts';

const COLUMNS: Columns = [
  ...STAGE_EXITS.map((name) => ({ name, unit: 'count' as const })),
  { name: 'conversion', unit: 'percent' },
  { name: 'average_days', unit: 'days' },
  { name: 'median_days', unit: 'days' },
];

/** One table with a row for each stage. What went on and what was won has passed it. */
export function stagesTables(scope: Scope, found: StageExits[]): ReportTable[] {
  const several = new Set(found.map(({ pipeline }) => pipeline)).size > 1;
  const rows = found.map(({ stage_uuid, stage, pipeline, days, median_days, ...counts }): Sums => {
    const sums = { ...counts, days: days ?? 0, ...(median_days !== null && { median: median_days }) };
    return { key: stage_uuid, label: several ? `${pipeline}: ${stage}` : stage!, sums };
  });
  return [
    tableOf('stages', null, COLUMNS, rows, (exit, key) => pastList(scope, { exit, stage_uuid: key }), {
      conversion: ({ left, forward, won }) => percent(Number(forward) + Number(won), Number(left)),
      average_days: ({ left, days }) => (left ? oneDecimal(Number(days) / Number(left)) : null),
      median_days: ({ median }) => (median === undefined ? null : oneDecimal(Number(median))),
    }),
  ];
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
