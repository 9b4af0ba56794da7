import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import { type Command, InvalidArgumentError } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { RepeatableOption } from '../repeatable-option.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { type AnyRecord, callsOf, fieldsOf } from './record-calls.ts';
import { textOf } from './text-of.ts';
import { wordsOf } from './words.ts';

/** The maximum of --limit. --cursor continues behind it. */
const LIMIT_MAX = 10_000;
/** The maximum of records in one request. */
const PAGE_MAX = 200;
/** The number of columns beside the uuid and the name. More do not fit into a terminal. */
const COLUMNS_SHOWN = 4;
const CELL_MAX = 40;

export function listCommand(definition: RecordDefinition): Command {
  const { plural, list: listDefinition } = definition;
  const { command, filter, uuid } = wordsOf(definition);
  const verb = new Verb('list')
    .description(`List ${plural}, with filters, search and order.`)
    .addOption(
      new RepeatableOption(
        '--filter <field=value>',
        'a condition; with several, all must hold. Other operators: "field[gte]=value", see below',
      ).argParser(addFilter),
    )
    .option('--sort <fields>', 'such as -updated_at,name; - sorts in descending order')
    .option('--columns <fields>', 'which fields to show, with commas between them', parseColumns(definition))
    .option('--account <uuid>', 'only those of this Account', parseUuid)
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 20)
    .option('--cursor <cursor>', 'continue an earlier list, with the same options');
  if (listDefinition.searchable) verb.option('--search <words>', 'only those with these words');
  return verb
    .notes(`
Filters: ${Object.keys(listDefinition.fields).join(', ')}.
Operators: ne, in (values with commas between them), lt, lte, gt, gte, contains, starts_with, is_null.
A User can be me, and a day today or today+7d.`)
    .examples(
      `${command} list`,
      `${command} list --filter ${filter} --sort -created_at --limit 100`,
      `${command} list --filter owner_uuid=me --filter "created_at[gte]=2026-11-01"`,
      `${command} list --filter "uuid[in]=${uuid}" --columns tags,updated_at --json`,
    )
    .action((options: Options) =>
      runRemote(
        options,
        (remote) => list(remote, definition, options),
        (page) => tell(definition, options.columns, page),
      ),
    );
}

type Filters = Record<string, Record<string, string>>;
type Options = OutputOptions & {
  filter?: Filters;
  sort?: string;
  columns?: string[];
  account?: string;
  limit: number;
  cursor?: string;
  search?: string;
};

/** Parses `status=lead` or `amount[gte]=1000`. The service checks fields and operators. */
function addFilter(text: string, filters: Filters = {}): Filters {
  const [, field, operator = 'eq', value] = /^(\w+)(?:\[(\w+)\])?=(.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined) {
    throw new InvalidArgumentError('Write a field, = and a value, such as "amount[gte]=1000".');
  }
  return { ...filters, [field]: { ...filters[field], [operator]: value } };
}

function parseColumns({ schema, plural }: RecordDefinition): (text: string) => string[] {
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !(name in schema.properties));
    if (unknown.length === 0) return names;
    throw new InvalidArgumentError(
      `There is no ${unknown.join(', ')} in ${plural}. Fields: ${Object.keys(schema.properties).join(', ')}.`,
    );
  };
}

type Found = { data: AnyRecord[]; next_cursor: string | null };

async function list({ rapport }: Remote, definition: RecordDefinition, options: Options): Promise<Found> {
  const { filter, sort, account, limit, search } = options;
  const query = {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(account && { account_uuid: account }),
    ...(search && { q: search }),
  };
  const calls = callsOf(rapport, definition);
  const data: AnyRecord[] = [];
  let cursor: string | null = options.cursor ?? null;
  do {
    const part: object = { limit: Math.min(PAGE_MAX, limit - data.length), ...(cursor && { cursor }) };
    const page: Found = await calls.list({ ...query, ...part }).firstPage();
    data.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && data.length < limit);
  return { data, next_cursor: cursor };
}

function tell(
  definition: RecordDefinition,
  asked: string[] | undefined,
  { data, next_cursor }: Found,
): string {
  if (data.length === 0) return `There are no such ${definition.plural}.`;
  const names = ['uuid', definition.named_by, ...(asked ?? columnsOf(definition))];
  const rows = data.map((record) =>
    names.map((name) => (name === 'uuid' ? record.uuid : shortened(textOf(firstPoint(record[name]))))),
  );
  const table = columns([names.map((name) => name.toUpperCase()), ...rows]);
  if (next_cursor === null) return table;
  return `${table}\n\nThere are more: raise --limit, or continue with the same options and --cursor ${next_cursor}`;
}

/**
 * Returns the columns to show, the most useful first: choices, numbers and days, e-mail addresses
 * and phone numbers, and yes or no.
 */
function columnsOf(definition: RecordDefinition): string[] {
  const rank = ({ type, sort = false }: RecordField) => RANKS[type]?.(sort !== false) ?? null;
  const useful = fieldsOf(definition).filter(([, field]) => rank(field) !== null);
  const ranked = useful.toSorted(([, a], [, b]) => rank(a)! - rank(b)!);
  return ranked.slice(0, COLUMNS_SHOWN).map(([name]) => name);
}

const RANKS: Partial<Record<FieldType, (isSorted: boolean) => number | null>> = {
  choice: () => 0,
  number: (isSorted) => (isSorted ? 1 : null),
  date: (isSorted) => (isSorted ? 1 : null),
  points: () => 2,
  boolean: () => 3,
};

/** Returns the primary one of several e-mail addresses or phone numbers. */
function firstPoint(value: unknown): unknown {
  const points = Array.isArray(value) && value[0]?.value !== undefined ? value : null;
  return points === null ? value : (points.find(({ primary }) => primary) ?? points[0]).value;
}

function shortened(text: string): string {
  const line = text.split('\n')[0]!;
  return line.length > CELL_MAX ? `${line.slice(0, CELL_MAX - 1)}…` : line || '-';
}
