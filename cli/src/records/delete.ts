import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { callsOf } from './record-calls.ts';
import { wordsOf } from './words.ts';

export function deleteCommand(definition: RecordDefinition): Verb {
  const { name, title } = definition;
  const { command, one, uuid } = wordsOf(definition);
  return new Verb('delete')
    .description(`Delete ${one}. For 30 days \`restore\` brings it back.`)
    .argument('<uuid>', `the ${name}`, parseUuid)
    .option('--if-version <number>', 'only if it is still in this version', parseLimitTo(2_147_483_647))
    .examples(`${command} delete ${uuid}`, `${command} delete ${uuid} --if-version 3 --json`)
    .action((wanted: string, options: OutputOptions & { ifVersion?: number }) =>
      runRemote(
        options,
        async ({ rapport }) => {
          await callsOf(rapport, definition).delete(wanted, { version: options.ifVersion });
          return { uuid: wanted, deleted: true };
        },
        () => `${title} ${wanted} is deleted. Restore it with: ${command} restore ${wanted}`,
      ),
    );
}
