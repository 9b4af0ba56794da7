import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { shellWord } from '../words.ts';
import { UUID } from './words.ts';

type Options = OutputOptions & { output?: string; file?: number };

export function refusedRowsCommand(): Verb {
  return new Verb('refused')
    .description('Get the refused rows of a file as CSV, as they were sent, with the reason before each.')
    .argument('<uuid>', 'the import', parseUuid)
    .option('--output <file>', 'write them here; without it they are printed')
    .option('--file <place>', 'of the file at this place, from 0; of the first that has some', parsePlace)
    .notes('Mend the rows in that file and import it: the reasons are left out.')
    .examples(`imports refused ${UUID} --output refused.csv`, `imports refused ${UUID} --file 1 --json`)
    .action(refused);
}

async function refused(uuid: string, options: Options, command: Command): Promise<void> {
  const { file, output } = options;
  await runRemote(
    options,
    async ({ rapport }) => {
      const csv = await rapport.imports.refused(uuid, file === undefined ? {} : { file });
      if (output === undefined) return { csv };
      // Its header alone is nothing to mend.
      if (!csv.trimEnd().includes('\n')) return { output: null };
      await writeFile(output, csv, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) =>
        command.error(
          `${error.code === 'EEXIST' ? `${output} is there already.` : error.message} Give another name with --output.`,
        ),
      );
      return { output };
    },
    ({ csv, output }) => {
      if (csv !== undefined) return csv;
      if (!output) return 'No row was refused, so no file is written.';
      return `${output} is written. Mend it, then: npx rapport imports create ${shellWord(output)}`;
    },
  );
}

function parsePlace(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0.');
}
