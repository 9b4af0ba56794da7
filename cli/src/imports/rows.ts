import type { ImportRow } from '@rapport/client/resources';
import { ROW_OUTCOMES } from '@rapport/contract/imports';
import { Option } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { rowLines, UUID } from './words.ts';

type Options = OutputOptions & {
  outcome?: ImportRow['outcome'];
  lossy?: boolean;
  limit: number;
  cursor?: string;
};
type Found = { data: ImportRow[]; next_cursor: string | null };

export function rowsOfImportCommand(): Verb {
  return new Verb('rows')
    .description('List the rows of an import with what became of each, for 30 days after its end.')
    .argument('<uuid>', 'the import', parseUuid)
    .addOption(new Option('--outcome <outcome>', 'only rows with this outcome').choices([...ROW_OUTCOMES]))
    .option('--lossy', 'only rows that were taken without some of their cells')
    .option('--limit <number>', 'how many, at most 200', parseLimitTo(200), 20)
    .option('--cursor <cursor>', 'continue an earlier list')
    .examples(
      `imports rows ${UUID} --outcome refused`,
      `imports rows ${UUID} --lossy`,
      `imports rows ${UUID} --limit 200 --json`,
    )
    .action((uuid: string, { outcome, lossy, limit, cursor, ...options }: Options) =>
      runRemote(
        options,
        ({ rapport }): Promise<Found> =>
          rapport.imports
            .rows(uuid, {
              limit,
              ...(outcome && { outcome }),
              ...(lossy && { lossy }),
              ...(cursor && { cursor }),
            })
            .firstPage(),
        tell,
      ),
    );
}

function tell({ data, next_cursor }: Found): string {
  if (data.length === 0) return 'There are no such rows.';
  const table = rowLines(data).join('\n');
  return next_cursor === null ? table : `${table}\n\nThere are more: continue with --cursor ${next_cursor}`;
}
