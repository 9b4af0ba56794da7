import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { tellImport, UUID } from './words.ts';

export function stopImportCommand(): Verb {
  return new Verb('stop')
    .description('Stop an import after the rows under way. Its changes stay, and can be taken back.')
    .argument('<uuid>', 'the import', parseUuid)
    .examples(`imports stop ${UUID}`, `imports stop ${UUID} --json`)
    .action((uuid: string, options: OutputOptions) =>
      runRemote(options, ({ rapport }) => rapport.imports.stop(uuid), tellImport),
    );
}
