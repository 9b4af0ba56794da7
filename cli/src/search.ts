import type { SearchHit } from '@rapport/client/resources';
import { SEARCHED } from '@rapport/contract/records/search';
import { InvalidArgumentError } from 'commander';
import type { OutputOptions } from './output.ts';
import { parseLimitTo } from './parse-limit.ts';
import { parseUuid } from './parse-uuid.ts';
import { runRemote } from './remote/run-remote.ts';
import { Verb } from './verb.ts';
import { columns } from './words.ts';

/** The service has the same limit. */
const LIMIT_MAX = 50;

export function searchCommand(): Verb {
  return new Verb('search')
    .description('Find records of all kinds, and mails, by words in them.')
    .argument('<words...>', 'all of which must be there')
    .option(
      '--resources <kinds>',
      `only these, with commas between them: ${SEARCHED.join(', ')}`,
      parseResources,
    )
    .option('--account <uuid>', 'only in this Account', parseUuid)
    .option('--limit <number>', `how many of each kind, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 5)
    .examples('search 3M', 'search new website --resources deal,task --limit 20', 'search grace --json')
    .action((words: string[], { json, resources, account, limit }: Options) =>
      runRemote(
        { json },
        async ({ rapport }) => ({
          data: await rapport.search(words.join(' '), { resources, account_uuid: account, limit }),
        }),
        tell,
      ),
    );
}

type Options = OutputOptions & { resources?: SearchHit['resource'][]; account?: string; limit: number };

function parseResources(text: string): SearchHit['resource'][] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(SEARCHED as readonly string[]).includes(name));
  if (unknown.length === 0) return names as SearchHit['resource'][];
  throw new InvalidArgumentError(`There is no ${unknown.join(', ')}. There are ${SEARCHED.join(', ')}.`);
}

function tell({ data }: { data: SearchHit[] }): string {
  if (data.length === 0) return 'Nothing was found.';
  return columns([
    ['KIND', 'UUID', 'NAME'],
    ...data.map(({ resource, uuid, title }) => [resource, uuid, title]),
  ]);
}
