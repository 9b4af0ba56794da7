import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { UUID } from './words.ts';

export function deleteImportCommand(): Verb {
  return new Verb('delete')
    .description('Delete a draft with its files. An import that was started stays; undo takes it back.')
    .argument('<uuid>', 'the import', parseUuid)
    .examples(`imports delete ${UUID}`, `imports delete ${UUID} --json`)
    .action((uuid: string, options: OutputOptions) =>
      runRemote(
        options,
        async ({ rapport }) => {
          await rapport.imports.delete(uuid);
          return { uuid, deleted: true };
        },
        () => `Draft ${uuid} is deleted. Nothing was imported.`,
      ),
    );
}
