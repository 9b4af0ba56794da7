import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Duplicate } from '@rapport/contract/records/duplicates';
import { isMergeable } from '@rapport/contract/records/merges';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { type AnyRecord, callsOf, nameOf } from './record-calls.ts';
import { wordsOf } from './words.ts';

/** The maximum of --limit. --cursor continues behind it. */
const LIMIT_MAX = 1000;
/** The maximum of pairs in one request. */
const PAGE_MAX = 200;

type Options = OutputOptions & { account?: string; limit: number; cursor?: string };
type Found = { data: Duplicate<AnyRecord>[]; next_cursor: string | null };

export function duplicatesCommand(definition: RecordDefinition): Verb {
  const { plural } = definition;
  const { command, uuid } = wordsOf(definition);
  return new Verb('duplicates')
    .description(`List pairs of ${plural} that are likely the same, and of other kinds with them.`)
    .option('--account <uuid>', 'only those of this Account', parseUuid)
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 20)
    .option('--cursor <cursor>', 'continue an earlier list, with the same options')
    .notes('They share an e-mail address, a phone number, a domain, or the name with the postal code.')
    .examples(`${command} duplicates`, `${command} duplicates --account ${uuid} --limit 100 --json`)
    .action((options: Options) =>
      runRemote(
        options,
        (remote) => list(remote, definition, options),
        (page) => tell(definition, page),
      ),
    );
}

async function list({ rapport }: Remote, definition: RecordDefinition, options: Options): Promise<Found> {
  const { account, limit } = options;
  const data: Found['data'] = [];
  let cursor: string | null = options.cursor ?? null;
  do {
    const page: Found = await callsOf(rapport, definition)
      .duplicates({
        ...(account && { account_uuid: account }),
        ...(cursor && { cursor }),
        limit: Math.min(PAGE_MAX, limit - data.length),
      })
      .firstPage();
    data.push(...page.data);
    cursor = page.next_cursor;
    // A page may be empty although there are more.
  } while (cursor !== null && data.length < limit);
  return { data, next_cursor: cursor };
}

function tell(definition: RecordDefinition, { data, next_cursor }: Found): string {
  if (data.length === 0) return `No two ${definition.plural} look the same.`;
  const { command } = wordsOf(definition);
  const table = columns([
    ['UUID', 'NAME', 'OTHER', 'UUID OF IT', 'NAME OF IT', 'SAME'],
    ...data.map(({ resources: [, resource], records: [one, other], because }) => [
      one.uuid,
      nameOf(definition, one),
      resource,
      other.uuid,
      // All kinds that are compared are named by their name.
      nameOf(definition, other),
      because.join(', '),
    ]),
  ]);
  const pair = data.find(({ resources: [one, other] }) => one === other)?.records;
  const merge =
    pair && `Merge the first of them with: ${command} merge ${pair[0].uuid} --from ${pair[1].uuid}`;
  const more = next_cursor && `There are more: raise --limit, or continue with --cursor ${next_cursor}`;
  return [table, isMergeable(definition) && merge, more].filter(Boolean).join('\n\n');
}
