import { openAsBlob } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { ImportResult } from '@rapport/contract/records/imports';
import { InvalidArgumentError } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { KINDS } from '../../../server/src/crm/kinds.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { importByOperator, type Watcher } from '../../../server/src/records/import/actions.ts';
import { addToMapping, type Mapping } from '../../../server/src/records/import/columns.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import { EXIT, type OutputOptions, refuse } from '../output.ts';
import { printError } from '../print.ts';
import { SILENT_PROGRESS, showProgress } from '../progress.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { RepeatableOption } from '../repeatable-option.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { callsOf } from './record-calls.ts';
import { wordsOf } from './words.ts';

export function importCommand(definition: RecordDefinition): Verb {
  const { name, plural } = definition;
  const { command, uuid } = wordsOf(definition);
  return new Verb('import')
    .description(`Import ${plural} from a CSV file. A row with a known external_id updates that ${name}.`)
    .argument('<file>', 'a CSV file in UTF-8, with a header')
    .option('--account <uuid>', 'into this Account, as the operator and without a token')
    .addOption(
      new RepeatableOption(
        '--map <column=field>',
        'the field of a column; nothing after = leaves the column out',
      ).argParser((text: string, mapping?: Mapping) => addMap(definition, text, mapping)),
    )
    .option('--strict', 'refuse a row as a whole when one of its cells cannot be read')
    .option('--dry-run', 'check everything and say what would happen, but keep nothing')
    .notes(`
With --account the rows go straight into the database of this machine; see: rapport accounts list. Without it they go
over HTTP with your token, into the default Account of the token.

Columns are recognised by their names: ${Object.keys(definition.csv_columns).join(', ')}.
A column that is not recognised is kept in custom. A cell that cannot be read is left out and named, unless the record cannot
be without it. A row that is refused does not stop the others; the exit code is then ${EXIT.refused}.`)
    .examples(
      `${command} import ${plural}.csv --dry-run`,
      `${command} import ${plural}.csv --map "Nr=external_id" --map "Colour="`,
      `${command} import ${plural}.csv --account ${uuid} --json`,
    )
    .action((path: string, options: Options) => importFile(definition, path, options));
}

type Options = OutputOptions & { account?: string; map?: Mapping; dryRun?: boolean; strict?: boolean };

function addMap(definition: RecordDefinition, text: string, mapping: Mapping = new Map()): Mapping {
  const equals = text.lastIndexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Write the name of the column, = and a field.');
  const refusal = addToMapping(definition, mapping, '--map', text.slice(0, equals), text.slice(equals + 1));
  if (refusal) throw new InvalidArgumentError(refusal.detail);
  return mapping;
}

async function importFile(definition: RecordDefinition, path: string, options: Options): Promise<void> {
  const file = await openFile(path);
  if (file instanceof Problem) return refuse(file, options);
  const { account } = options;
  if (account === undefined) {
    await file.close();
    return runRemote(options, (remote) => importOverHttp(remote, definition, path, options), tell);
  }
  const work = (service: Service, calledOff: AbortSignal) =>
    importIntoDatabase(service, definition, file, account, options, calledOff);
  await run(options, work, tell, { endsByItself: true }).finally(() => file.close());
}

async function importOverHttp(
  { rapport }: Remote,
  definition: RecordDefinition,
  path: string,
  { map = new Map(), dryRun: dry_run, strict }: Options,
): Promise<ImportResult> {
  const file = await openAsBlob(path);
  const columns = [...map].map(([column, field]) => [column, field ?? '']);
  const options = { map: Object.fromEntries(columns), dry_run, ...(strict && { strict }) };
  return ended(await callsOf(rapport, definition).import(file, options));
}

async function openFile(path: string): Promise<FileHandle | Problem> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return new Problem(
      'csv_invalid',
      `${path} is no ordinary file. It is read twice, so save it as one first.`,
    );
  } catch (error) {
    return new Problem('csv_invalid', `${path} cannot be read: ${(error as Error).message}. Check the path.`);
  }
}

async function importIntoDatabase(
  service: Service,
  definition: RecordDefinition,
  file: FileHandle,
  account: string,
  { map = new Map(), dryRun = false, strict = false, json }: Options,
  signal: AbortSignal,
): Promise<ImportResult | Problem> {
  const cause = operator(`rapport ${definition.plural} import`);
  const kind = KINDS.find((one) => one.definition === definition)!;
  const progress = json ? SILENT_PROGRESS : showProgress('rows');
  const onError = ({ message }: Error) => (json ? undefined : printError(message));
  const watcher: Watcher = { ...progress, onError, signal };
  const options = { mapping: map, dry_run: dryRun, strict };
  const core = { ...service, kinds: KINDS };
  const result = await importByOperator(core, kind, cause, account, file, options, watcher).finally(
    progress.stop,
  );
  return result instanceof Problem ? result : ended(result);
}

/** Sets the exit code, so that scripts notice refused rows. */
function ended(result: ImportResult): ImportResult {
  if (result.failed > 0) process.exitCode = EXIT.refused;
  return result;
}

/** More failures would push the counts off the screen. --json prints the first thousand. */
const FAILURES_SHOWN = 20;

function tell(result: ImportResult): string {
  const { created, updated, unchanged, failed, lost_cells } = result;
  const trial = result.dry_run ? ' This was a dry run: nothing was kept.' : '';
  return [
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed.${trial}`,
    ...(failed > 0 ? ['', 'What was wrong:', ...faultLines(result.failures)] : []),
    ...(lost_cells > 0
      ? ['', `Left out (${lost_cells} ${lost_cells === 1 ? 'cell' : 'cells'}):`, ...faultLines(result.losses)]
      : []),
    '',
    'The columns were read as:',
    columns(result.columns.map(({ column, field }) => [column || '(no name)', field ?? '(left out)'])),
  ].join('\n');
}

function faultLines(faults: ImportResult['failures']): string[] {
  const shown = faults
    .slice(0, FAILURES_SHOWN)
    .map(({ line, column, detail }) => `  line ${line}${column === null ? '' : `, ${column}`}: ${detail}`);
  return faults.length > FAILURES_SHOWN
    ? [...shown, '  … and more: --json lists the first thousand.']
    : shown;
}
