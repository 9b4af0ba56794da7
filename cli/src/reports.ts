import type { ReportTables } from '@rapport/client/resources';
import { linesOf, REPORTS, type ReportDefinition, type ReportName } from '@rapport/contract/reports';
import type { Command } from 'commander';
import { csvLine } from '../../server/src/platform/sheets/csv-line.ts';
import { noun } from './noun.ts';
import type { OutputOptions } from './output.ts';
import { parseUuid } from './parse-uuid.ts';
import { runRemote } from './remote/run-remote.ts';
import { Verb } from './verb.ts';
import { columns } from './words.ts';

/** The function of the client package for each report. */
const CALLS = {
  pipeline: 'pipeline',
  changes: 'changes',
  stages: 'stages',
  'won-and-lost': 'wonAndLost',
  forecast: 'forecast',
  activity: 'activity',
  'new-clients': 'newClients',
} as const satisfies Record<ReportName, string>;

type Options = OutputOptions & {
  account?: string;
  from?: string;
  until?: string;
  pipeline?: string;
  owner?: string;
  asOf?: string;
  csv?: boolean;
};

/** A verb for each report. */
export function reportsCommand(): Command {
  return noun(
    'reports',
    'Figures of an Account: what was won, what is open, who did what.',
    ...REPORTS.map(verbOf),
  );
}

function verbOf(report: (typeof REPORTS)[number]): Command {
  const { name, about } = report;
  const { filters, period } = report as ReportDefinition;
  const has = (filter: string) => (filters as readonly string[]).includes(filter);
  const verb = new Verb(name).description(about).option('--account <uuid>', 'of this Account', parseUuid);
  if (has('from')) {
    verb.option(
      '--from <day>',
      `the first day, such as 2026-11-01 or month-1; ${period!.from} when left out`,
    );
    verb.option('--until <day>', `the day behind the last one; ${period!.until} when left out`);
  }
  if (has('pipeline_uuid')) verb.option('--pipeline <uuid>', 'only Deals of this pipeline', parseUuid);
  if (has('owner_uuid')) verb.option('--owner <uuid>', 'only of this User, or me');
  if (has('as_of')) verb.option('--as-of <day>', 'as it stood at the end of this past day');
  return verb
    .option('--csv', 'print CSV')
    .examples(`reports ${name}`, `reports ${name} --csv`, `reports ${name} --json`)
    .action(({ account, from, until, pipeline, owner, asOf, csv, ...options }: Options) =>
      runRemote(
        options,
        ({ rapport }) =>
          rapport.figures[CALLS[name]]({
            ...(account && { account_uuid: account }),
            ...(from && { from }),
            ...(until && { until }),
            ...(pipeline && { pipeline_uuid: pipeline }),
            ...(owner && { owner_uuid: owner }),
            ...(asOf && { as_of: asOf }),
          }),
        csv ? asCsv : tell,
      ),
    );
}

/** The tables below each other, each line a row, with the total last. */
function tell({ tables }: ReportTables): string {
  return tables.map((table) => columns(linesOf(table))).join('\n\n');
}

function asCsv({ tables }: ReportTables): string {
  return tables
    .map((table) => linesOf(table).map(csvLine).join('').replaceAll('\r\n', '\n'))
    .join('\n')
    .trimEnd();
}
