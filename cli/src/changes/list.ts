import type { Change } from '@rapport/client/resources';
import { Command } from 'commander';
import { jsonOption, type OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { columns } from '../words.ts';
import { whatOf } from './words.ts';

type Options = OutputOptions & { account?: string; limit: number; cursor?: string };
type Found = { data: Change[]; next_cursor: string | null };

export function listChangesCommand(): Command {
  return new Command('list')
    .description('List changes, the newest first.')
    .option('--account <uuid>', 'only those in this Account', parseUuid)
    .option('--limit <number>', 'how many, at most 200', parseLimitTo(200), 20)
    .option('--cursor <cursor>', 'continue an earlier list')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport changes list
  npx rapport changes list --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --limit 100 --json`,
    )
    .action(({ account, limit, cursor, ...options }: Options) =>
      runRemote(
        options,
        ({ rapport }): Promise<Found> =>
          rapport.changes
            .list({ limit, ...(account && { account_uuid: account }), ...(cursor && { cursor }) })
            .firstPage(),
        tell,
      ),
    );
}

function tell({ data, next_cursor }: Found): string {
  if (data.length === 0) return 'Nothing was changed yet.';
  const table = columns([
    ['UUID', 'WHEN', 'HOW', 'BY', 'WHAT', ''],
    ...data.map((change) => [
      change.uuid,
      change.created_at,
      change.source,
      change.actor.name,
      whatOf(change),
      change.undone_by === null ? '' : 'taken back',
    ]),
  ]);
  return next_cursor === null ? table : `${table}\n\nThere are more: continue with --cursor ${next_cursor}`;
}
