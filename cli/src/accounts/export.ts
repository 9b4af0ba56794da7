import { type FileHandle, open, unlink } from 'node:fs/promises';
import { operator } from '../../../server/src/access/caller.ts';
import type { Written } from '../../../server/src/exports/archive/write.ts';
import { exportByOperator } from '../../../server/src/exports/operator-actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { SILENT_PROGRESS, showProgress } from '../progress.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns, shellWord } from '../words.ts';

export function exportAccountCommand(): Verb {
  return new Verb('export')
    .description('Write a whole Account into a file, with deleted and merged records and their history.')
    .requiredOption('--account <uuid>', 'as "rapport accounts list" shows it', parseUuid)
    .requiredOption('--output <file>', 'the file to make: a zip, readable by you alone')
    .option('--no-events', 'leave out the histories of the records')
    .notes(
      'The file holds all data of the Account and no secret. "rapport accounts import" takes it in on another installation.',
    )
    .examples(
      'accounts export --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --output lovelace.zip',
      'accounts export --account 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --output lovelace.zip --no-events --json',
    )
    .action(exportAccount);
}

type Options = OutputOptions & { account: string; output: string; events: boolean };
type Result = Pick<Written, 'size_bytes' | 'sha256'> & { file: string; counts: Record<string, number> };

async function exportAccount(options: Options): Promise<void> {
  const { output } = options;
  const file = await create(output);
  if (file instanceof Problem) return refuse(file, options);
  let isWhole = false;
  try {
    const work = async (service: CommandService, calledOff: AbortSignal) => {
      const written = await write(service, file, options, calledOff);
      isWhole = !(written instanceof Problem);
      return written;
    };
    await run(options, work, tell, { endsByItself: true });
  } finally {
    await file.close();
    // Half a file looks like a whole one.
    if (!isWhole) await unlink(output);
  }
}

async function create(path: string): Promise<FileHandle | Problem> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? `${path} is there already.` : `${path} cannot be made: ${message}.`;
    return new Problem('conflict', `${why} Give another name with --output.`);
  }
}

async function write(
  service: CommandService,
  file: FileHandle,
  { account: account_uuid, output, events, json }: Options,
  signal: AbortSignal,
): Promise<Result | Problem> {
  const progress = json ? SILENT_PROGRESS : showProgress('lines');
  const sink = {
    write: async (bytes: Buffer) => {
      await file.writeFile(bytes);
    },
    progress: progress.onProgress,
  };
  const cause = operator('accounts export');
  const written = await exportByOperator(service, cause, { account_uuid, events }, sink, signal)
    .catch((error) => (signal.aborted ? stopped() : Promise.reject(error)))
    .finally(progress.stop);
  if (written instanceof Problem) return written;
  await file.sync();
  const { manifest, size_bytes, sha256 } = written;
  const data = manifest.files.filter(({ name }) => name.startsWith('data/'));
  return {
    file: output,
    size_bytes,
    sha256,
    counts: Object.fromEntries(data.map(({ name, lines }) => [name, lines])),
  };
}

function stopped(): Problem {
  return new Problem('unavailable', 'It was stopped, and the file was taken away.');
}

function tell({ file, size_bytes, sha256, counts }: Result): string {
  return `${file} is written: ${size_bytes} bytes, SHA-256 ${sha256}.

${columns(Object.entries(counts).map(([name, lines]) => [name, String(lines)]))}

Next, on another installation:
  npx rapport accounts import ${shellWord(file)} --owner owner@example.com`;
}
