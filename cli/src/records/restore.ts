import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { callsOf, nameOf } from './record-calls.ts';
import { wordsOf } from './words.ts';

export function restoreCommand(definition: RecordDefinition): Verb {
  const { name, title } = definition;
  const { command, one, uuid } = wordsOf(definition);
  return new Verb('restore')
    .description(`Restore ${one} that was deleted in the last 30 days.`)
    .argument('<uuid>', `the ${name}`, parseUuid)
    .examples(`${command} restore ${uuid}`, `${command} restore ${uuid} --json`)
    .action((wanted: string, options: OutputOptions) =>
      runRemote(
        options,
        ({ rapport }) => callsOf(rapport, definition).restore(wanted),
        (record) => `${title} ${wanted} is restored: ${nameOf(definition, record)}`,
      ),
    );
}
