import type { Command } from 'commander';
import type { OutputOptions } from './output.ts';
import { parseLimitTo } from './parse-limit.ts';
import { parseUuid } from './parse-uuid.ts';
import { type Remote, runRemote } from './remote/run-remote.ts';
import { Verb } from './verb.ts';
import { columns } from './words.ts';

type Options = OutputOptions & { account?: string; limit: number; cursor?: string };
type Query = { limit: number; account_uuid?: string; cursor?: string };
type Found<T> = { data: T[]; next_cursor: string | null };

/** The verb `list` of what an Account keeps by time, such as its imports. */
export function accountListCommand<T>(list: {
  /** `imports` */
  noun: string;
  /** Those that `--account` leaves: `only those into this Account`. */
  only: string;
  /** The answer where there is none. */
  none: string;
  head: string[];
  rowOf: (one: T) => string[];
  read: (remote: Remote, query: Query) => { firstPage(): Promise<Found<T>> };
}): Command {
  return new Verb('list')
    .description(`List ${list.noun}, the newest first.`)
    .option('--account <uuid>', list.only, parseUuid)
    .option('--limit <number>', 'how many, at most 200', parseLimitTo(200), 20)
    .option('--cursor <cursor>', 'continue an earlier list')
    .examples(
      `${list.noun} list`,
      `${list.noun} list --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --limit 100 --json`,
    )
    .action(({ account, limit, cursor, ...options }: Options) => {
      const query = { limit, ...(account && { account_uuid: account }), ...(cursor && { cursor }) };
      return runRemote(options, (remote) => list.read(remote, query).firstPage(), tell);
    });

  function tell({ data, next_cursor }: Found<T>): string {
    if (data.length === 0) return list.none;
    const table = columns([list.head, ...data.map(list.rowOf)]);
    return next_cursor === null ? table : `${table}\n\nThere are more: continue with --cursor ${next_cursor}`;
  }
}
