import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Take } from '@rapport/contract/records/merges';
import { InvalidArgumentError } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { type AnyRecord, callsOf, nameOf } from './record-calls.ts';
import { wordsOf } from './words.ts';

type Options = OutputOptions & { from: string; take: Record<string, Take>; dryRun: boolean };

export function mergeCommand(definition: RecordDefinition): Verb {
  const { name, plural, named_by } = definition;
  const { command, one, uuid } = wordsOf(definition);
  const pair = `${uuid} --from ${uuid.replace(/.$/, '5')}`;
  return new Verb('merge')
    .description(`Merge two ${plural}: the one stays, and the other leads to it.`)
    .argument('<uuid>', `the ${name} that stays`, parseUuid)
    .requiredOption('--from <uuid>', `the ${name} that goes`, parseUuid)
    .option(
      '--take <field=from>',
      'whose value a field gets: into (of the one that stays) or from; may be repeated',
      readTake,
      {},
    )
    .option('--dry-run', 'say what would come of it, and change nothing', false)
    .notes(`
A field that is not named keeps its value, or gets one if it is empty. Lists get the entries of both.
The merge is one change: npx rapport changes undo takes it back.`)
    .examples(`${command} merge ${pair} --dry-run`, `${command} merge ${pair} --take ${named_by}=from --json`)
    .action((into: string, options: Options) =>
      runRemote(
        options,
        ({ rapport }) =>
          callsOf(rapport, definition).merge(into, {
            from_uuid: options.from,
            take: options.take,
            dry_run: options.dryRun,
          }),
        ({ record, moved }) => sayMerged(definition, one, record, moved, options.dryRun),
      ),
    );
}

function readTake(text: string, others: Record<string, Take>): Record<string, Take> {
  const [, field, take] = /^([a-z_]+)=(into|from)$/.exec(text) ?? [];
  if (!field) throw new InvalidArgumentError('Write it as field=from or field=into.');
  return { ...others, [field]: take as Take };
}

function sayMerged(
  definition: RecordDefinition,
  one: string,
  record: AnyRecord,
  moved: { resource: string; count: number }[],
  isTrial: boolean,
): string {
  const counts = moved.map(({ resource, count }) => `${count} ${resource}${count === 1 ? '' : 's'}`);
  const named = counts.length > 0 ? ` Named by ${counts.join(', ')}.` : '';
  const what = isTrial ? `This would make ${one} of both` : `${definition.title} ${record.uuid} is both now`;
  return `${what}: ${nameOf(definition, record)}.${named}`;
}
