import type { ImportSummary } from '@rapport/client/resources';
import { Command } from 'commander';
import { jsonOption, type OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { columns } from '../words.ts';
import { sayCounts, UUID } from './words.ts';

type Options = OutputOptions & { account?: string; limit: number; cursor?: string };
type Found = { data: ImportSummary[]; next_cursor: string | null };

export function listImportsCommand(): Command {
  return new Command('list')
    .description('List imports, the newest first.')
    .option('--account <uuid>', 'only those into this Account', parseUuid)
    .option('--limit <number>', 'how many, at most 200', parseLimitTo(200), 20)
    .option('--cursor <cursor>', 'continue an earlier list')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport imports list
  npx rapport imports list --account ${UUID} --limit 100 --json`,
    )
    .action(({ account, limit, cursor, ...options }: Options) =>
      runRemote(
        options,
        ({ rapport }): Promise<Found> =>
          rapport.imports
            .list({ limit, ...(account && { account_uuid: account }), ...(cursor && { cursor }) })
            .firstPage(),
        tell,
      ),
    );
}

function tell({ data, next_cursor }: Found): string {
  if (data.length === 0) return 'Nothing was imported yet.';
  const table = columns([
    ['UUID', 'SENT', 'STATE', 'ROWS', 'OUTCOME', 'FILES'],
    ...data.map((one) => [
      one.uuid,
      one.created_at,
      one.state,
      String(one.progress.total),
      one.state === 'draft' ? '' : sayCounts(one),
      one.files.map(({ name }) => name).join(', '),
    ]),
  ]);
  return next_cursor === null ? table : `${table}\n\nThere are more: continue with --cursor ${next_cursor}`;
}
