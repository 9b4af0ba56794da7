import { Command } from 'commander';
import { jsonOption, type OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { tellImport, UUID } from './words.ts';

export function stopImportCommand(): Command {
  return new Command('stop')
    .description('Stop an import after the rows under way. Its changes stay, and can be taken back.')
    .argument('<uuid>', 'the import', parseUuid)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport imports stop ${UUID}
  npx rapport imports stop ${UUID} --json`,
    )
    .action((uuid: string, options: OutputOptions) =>
      runRemote(options, ({ rapport }) => rapport.imports.stop(uuid), tellImport),
    );
}
