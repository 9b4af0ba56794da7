import { readFile } from 'node:fs/promises';
import type { Import, ImportPlan } from '@rapport/client/resources';
import { IMPORTED_KINDS } from '@rapport/contract/imported-kinds';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { RepeatableOption } from '../repeatable-option.ts';
import { Verb } from '../verb.ts';
import { tellImport, UUID } from './words.ts';

type Pairs = Map<string, string>;
type Options = OutputOptions & {
  onMatch?: string;
  strict?: boolean;
  owner?: string;
  dayOrder?: string;
  decimal?: string;
  currency?: Pairs;
  rows?: Pairs;
  map?: Pairs;
  plan?: string;
};

export function updateImportCommand(): Verb {
  return new Verb('update')
    .description('Change what a draft is going to do, and see what would come of it.')
    .argument('<uuid>', 'the draft', parseUuid)
    .addOption(
      new Option(
        '--on-match <what>',
        'for a record that is there already: take what the row says, fill only what is empty, leave it, make another',
      ).choices(['update', 'fill', 'skip', 'create']),
    )
    .option('--strict', 'refuse a row as a whole when one of its cells cannot be read')
    .option('--no-strict', 'leave such cells out, and say so')
    .option('--owner <uuid>', 'the owner of records whose row names none; nobody: none', parseOwner)
    .addOption(
      new Option('--day-order <order>', '3/4/2026 is in April (dmy) or in March (mdy)').choices([
        'dmy',
        'mdy',
      ]),
    )
    .addOption(new Option('--decimal <sign>', 'the sign before the fraction').choices(['.', ',']))
    .addOption(
      new RepeatableOption('--currency <sign=code>', 'what a sign stands for: $=USD').argParser(addPair),
    )
    .addOption(
      new RepeatableOption(
        '--rows <file=kind>',
        `what the rows of a file are (${IMPORTED_KINDS.join(', ')}); nothing after = leaves the file out`,
      ).argParser(addPair),
    )
    .addOption(
      new RepeatableOption(
        '--map <column=field>',
        'what a column becomes; custom keeps it, nothing after = leaves it out',
      ).argParser(addPair),
    )
    .option('--plan <file>', 'the whole plan, as "imports show --plan" prints it')
    .examples(
      `imports update ${UUID} --day-order dmy --on-match fill`,
      `imports update ${UUID} --rows "list.csv=client" --map "Nr=external_id" --map "Fax="`,
      `imports update ${UUID} --plan plan.json --json`,
    )
    .action(update);
}

function parseOwner(text: string): string {
  return text === 'nobody' ? text : parseUuid(text);
}

function addPair(text: string, pairs: Pairs = new Map()): Pairs {
  const equals = text.lastIndexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Write a name, = and what it becomes.');
  return pairs.set(text.slice(0, equals), text.slice(equals + 1));
}

async function update(uuid: string, options: Options, command: Command): Promise<void> {
  const plan = options.plan === undefined ? null : await readPlan(options.plan, command);
  const work = async ({ rapport }: Remote) => {
    const draft = await rapport.imports.retrieve(uuid);
    const rows = withRows(draft, plan ?? draft.plan, options, command);
    // The service proposes what the columns of another kind become.
    const proposed = options.rows ? await rapport.imports.update(uuid, { plan: rows }) : { plan: rows };
    return rapport.imports.update(uuid, { plan: withAnswers(proposed.plan, options, command) });
  };
  await runRemote(options, work, tellImport);
}

async function readPlan(path: string, command: Command): Promise<ImportPlan> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ImportPlan;
  } catch (error) {
    return command.error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** The plan with what `--rows` says. A file that is not there ends the command. */
function withRows(
  draft: Import,
  plan: ImportPlan,
  { rows = new Map() }: Options,
  command: Command,
): ImportPlan {
  const names = draft.files.map(({ name }) => name);
  refuseUnknown(command, '--rows', 'file', rows, names);
  const files = plan.files.map((file, place) =>
    rows.has(names[place]!) ? { ...file, resource: rows.get(names[place]!) || null } : file,
  );
  return { ...plan, files } as ImportPlan;
}

/** The plan with what the other options say. A column that is not there ends the command. */
function withAnswers(plan: ImportPlan, options: Options, command: Command): ImportPlan {
  const { onMatch, strict, owner, dayOrder, decimal, currency, map = new Map() } = options;
  const columns = plan.files.flatMap((file) => file.columns.map(({ column }) => column));
  refuseUnknown(command, '--map', 'column', map, columns);
  const files = plan.files.map((file) => ({
    ...file,
    ...(dayOrder && { day_order: dayOrder }),
    ...(decimal && { decimal }),
    columns: file.columns.map((column) =>
      map.has(column.column) ? { column: column.column, to: map.get(column.column) || null } : column,
    ),
  }));
  return {
    ...plan,
    files,
    ...(onMatch && { on_match: onMatch }),
    ...(strict !== undefined && { strict }),
    ...(currency && { values: { ...plan.values, currency: Object.fromEntries(currency) } }),
    ...(owner && { owner_uuid: owner === 'nobody' ? null : owner }),
  } as ImportPlan;
}

function refuseUnknown(command: Command, option: string, what: string, pairs: Pairs, names: string[]): void {
  for (const name of pairs.keys()) {
    if (!names.includes(name))
      command.error(`${option}: no ${what} is called "${name}". There are: ${names.join(', ')}`);
  }
}
