import type { ImportPlan, ImportWarning, PlannedFile } from '@rapport/contract/imports';
import { hasOptions } from '@rapport/contract/records/declared-fields';
import { type ColumnAnalysis, wordsOf } from '../read/analysis.ts';
import { CELLS, type CellStyle } from '../read/cell-types.ts';
import { cellStyleOf } from '../read/column-cells.ts';
import type { Earlier, KeptFile } from '../read/kept-file.ts';
import { OWN } from '../read/own-files.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { TARGETS } from '../read/targets.ts';
import { strangeWords } from './custom-columns.ts';
import { leftOutOf, leftOutWarnings } from './left-out.ts';
import { openStyles, type PlanSetting, peopleOf } from './plan.ts';
import { list } from './say-list.ts';
import { stagesInOrder } from './stage-order.ts';

/** The custom fields of the Account, and whether who imports may add to them. */
export type FieldsToHave = Pick<PlanSetting, 'declared' | 'mayCreateFields'>;

/**
 * What people need to know before they start an import, which creates these pipelines. The Account
 * has these custom fields.
 */
export function warningsOf(
  files: KeptFile[],
  plan: ImportPlan,
  pipelines: string[],
  fields: FieldsToHave,
): ImportWarning[] {
  return [
    ...files.flatMap((file, index) => fileWarnings(file, plan.files[index]!, index, plan, fields)),
    ...stageWarnings(files, plan, pipelines),
    ...valueWarnings(plan, peopleOf(files), wordsBeside(files, plan)),
    ...leftOutWarnings(files, plan),
  ];
}

function fileWarnings(
  file: KeptFile,
  planned: PlannedFile,
  index: number,
  plan: ImportPlan,
  fields: FieldsToHave,
): ImportWarning[] {
  const warnings: ImportWarning[] = [];
  const warn = (code: ImportWarning['code'], detail: string, is_blocking = false) =>
    warnings.push({ code, file: index, detail, is_blocking });
  if (leftOutOf(file, planned) !== null) return warnings;
  if (file.earlier) warn('imported_before', earlierDetail(file.earlier, file.rows));
  const { line = 1, above = [] } = file.header ?? {};
  if (line === null)
    warn('header_below', 'No line has the names of the columns, so they are called A, B, C and so on.');
  else if (above.length > 0) {
    warn(
      'header_below',
      `The names of the columns are in line ${line}. What stands above is left out: ${list(above)}.`,
    );
  }
  if (file.below) warn('notes_below', `What stands below the last row is left out: ${list(file.below)}.`);
  if (file.rows === 0) warn('no_rows', 'The file has no rows beside its header.');
  if (planned.resource === null) {
    if (file.people) warn('kind_unknown', 'The file says who owns what. It becomes no records.');
    else if (file.rows > 0) warn('kind_unknown', 'The file is left out: say what its rows are.');
    return warnings;
  }
  const kind = planned.resource as ImportedKind;
  const open = openStyles(file, planned);
  if (open.day) {
    const samples = examples(file, planned, kind, 'day', ({ day_orders }) => day_orders.either > 0);
    warn('day_order_needed', `Is the day or the month first in ${samples}?`, true);
  }
  if (open.decimal) {
    const samples = examples(file, planned, kind, 'decimal', ({ decimals }) => decimals.either > 0);
    warn('decimal_needed', `Does ${samples} have a fraction, or thousands?`, true);
  } else {
    const taken = examples(file, planned, kind, 'decimal', (column) => isTaken(column, planned.decimal));
    if (taken) warn('decimal_needed', takenDetail(taken));
  }
  const rows_are = kind === file.kind ? file.rows_are : undefined;
  // Rows of links make no record, so they need no title and no Client.
  const isOfRecords = rows_are !== 'links';
  const untitled = TITLES[kind] === undefined || !isOfRecords ? 0 : rowsWithout(file, planned, NAMING[kind]);
  if (untitled > 0) warn('no_name', titleDetail(kind, untitled));
  if (file.nameless) warn('no_name', namelessDetail(kind, file.nameless, file.rows));
  if (file.shifted && file.format === 'csv') warn('rows_shifted', shiftedDetail(file.shifted));
  const clientless = kind === 'deal' && isOfRecords ? rowsWithout(file, planned, CLIENT_OF_DEAL) : 0;
  if (clientless > 0) warn('no_client', clientDetail(clientless));
  if (kind === 'client' && columnsTo(planned, ['person', 'person_last_name', 'person_email']).length > 0)
    warn(
      'persons',
      'The persons whom rows name become Contacts at the Client of their row, unless they are there.',
    );
  const reached = columnsTo(planned, ['email', 'phone']);
  if (rows_are === 'leads') warn('leads', LEADS[kind]!);
  if (kind === 'contact' && isOfRecords && reached.length === 0) {
    warn('no_email', 'No column becomes an e-mail address or a phone number.');
  }
  if (hasEnded(file, planned, plan) && columnsTo(planned, CLOSING).length === 0) {
    warn('no_closed_at', 'No column says when deals were won or lost: they will count as closed today.');
  }
  columnWarnings(file, planned, kind, fields, warn);
  return warnings;
}

/** What becomes of leads, which are no kind of their own here. */
const LEADS: Partial<Record<ImportedKind, string>> = {
  contact:
    'Leads become Contacts. A company that only they name becomes a Client with the status lead. Leads that were converted are left out, as they are among the Contacts of the source.',
  deal: 'Leads become open Deals in the first stage. A company that only they name becomes a Client with the status lead.',
};

/** What is to be known of columns that become custom fields, or are not taken. */
function columnWarnings(
  file: KeptFile,
  planned: PlannedFile,
  kind: ImportedKind,
  { declared, mayCreateFields }: FieldsToHave,
  warn: (code: ImportWarning['code'], detail: string) => void,
): void {
  const own = declared.filter(({ resource, archived_at }) => resource === kind && archived_at === null);
  const known = new Set(own.map(({ key }) => key));
  const customs = planned.columns.filter(
    ({ column, to, key = column }) => to === 'custom' && !known.has(key),
  );
  const typed = customs.flatMap(({ column, type }) => (type ? [`${column} (${sayType(type)})`] : []));
  if (typed.length > 0) warn('columns_custom', `Columns that become new custom fields: ${list(typed)}.`);
  const loose = customs.filter(({ type }) => !type).map(({ column }) => column);
  if (loose.length > 0 && file.preset !== OWN)
    warn('columns_loose', `Columns that are kept as text without a field: ${list(loose)}.`);
  for (const [place, { to, column, key = column }] of planned.columns.entries()) {
    const field = to === 'custom' ? own.find((one) => one.key === key) : undefined;
    if (!field || !hasOptions(field.type)) continue;
    const strange = strangeWords(field, [file.columns[place]!]);
    if (strange.length > 0) warn('choices_unknown', choicesDetail(field.label, strange, mayCreateFields));
    else if (file.columns[place]!.values === null)
      warn('choices_unknown', manyWordsDetail(field.label, column));
  }
  const left = planned.columns.flatMap(({ to, column }, place) =>
    to === null && (file.columns[place]?.filled ?? 0) > 0
      ? [column || `column ${place + 1}, without a name`]
      : [],
  );
  if (left.length > 0 && file.preset !== OWN)
    warn('columns_left_out', `Columns that are left out: ${list(left)}.`);
  const second = file.preset === null ? secondColumns(file, planned, kind) : [];
  if (second.length > 0)
    warn(
      'columns_left_out',
      `Columns whose field an earlier column becomes, so they count where that is empty: ${list(second)}.`,
    );
}

function choicesDetail(label: string, strange: string[], mayAdd: boolean): string {
  return mayAdd
    ? `Words that become new choices of the field "${label}": ${list(strange)}.`
    : `Words that are no choice of the field "${label}", so their cells are left out: ${list(strange)}. An admin can import the file with them, or add them to the field first.`;
}

function manyWordsDetail(label: string, column: string): string {
  return `The column "${column}" has more different words than the field "${label}" may have choices. Cells with a word that is no choice are left out: choose a new text field to keep them.`;
}

function earlierDetail({ on, rows }: Earlier, all: number): string {
  const count = rows.toLocaleString('en');
  if (rows < all)
    return `A part of this file was imported on ${on}: ${count} of its ${all.toLocaleString('en')} rows are the same.`;
  return `This file was imported on ${on}: ${rows === 1 ? '1 row is' : `${count} rows are`} the same.`;
}

function columnsTo(planned: PlannedFile, targets: string[]): number[] {
  return planned.columns.flatMap(({ to }, place) => (to !== null && targets.includes(to) ? [place] : []));
}

/** The columns with values whose field an earlier column becomes as well. */
function secondColumns(file: KeptFile, { columns }: PlannedFile, kind: ImportedKind): string[] {
  return columns.flatMap(({ to, column }, place) => {
    const { type } = (to === null ? undefined : TARGETS[kind].get(to)) ?? {};
    const isSecond = columns.findIndex((other) => other.to === to) < place;
    const isFilled = (file.columns[place]?.filled ?? 0) > 0;
    return type && CELLS[type].isSingle && isSecond && isFilled ? [column] : [];
  });
}

/** What says when a deal was won or lost. */
const CLOSING = ['closed_at', 'closes_at', 'won_at', 'lost_at'];

/** True for a file of deals of which some have ended, by their stage or status. */
function hasEnded(file: KeptFile, planned: PlannedFile, { values }: ImportPlan): boolean {
  return planned.columns.some(({ to }, place) => {
    const meant = ENDINGS[`${planned.resource} ${to}`];
    if (meant === undefined) return false;
    const keys = to === 'stage_uuid' ? (file.stage_keys ?? []) : [];
    const words = [...keys, ...wordsOf(file.columns[place]!)];
    return words.some((word) => ['won', 'lost'].includes(values[meant]?.[word] ?? ''));
  });
}

/** The lists of words that say how a deal has ended, by kind and field. */
const ENDINGS: Record<string, string> = { 'deal stage_uuid': 'stage', 'deal status': 'deal.status' };

/** What names a record, or stands for its name. */
export const NAMING: Record<ImportedKind, string[]> = {
  client: [
    'name',
    'first_name',
    'last_name',
    'person',
    'person_first_name',
    'person_last_name',
    'domain',
    'website',
    'email',
    'phone',
  ],
  contact: ['name', 'first_name', 'middle_name', 'last_name', 'email', 'phone', 'client'],
  deal: ['title'],
  task: ['title', 'body', 'html', 'type'],
  note: ['body', 'html', 'title'],
};

/** At least so many rows have a value in none of the columns that become one of these. */
function rowsWithout(file: KeptFile, planned: PlannedFile, targets: string[]): number {
  const filled = columnsTo(planned, targets).map((place) => file.columns[place]!.filled);
  return Math.max(0, file.rows - filled.reduce((sum, count) => sum + count, 0));
}

/** What names the Client of a deal, or somebody whose Client it takes. */
const CLIENT_OF_DEAL = ['client', 'client_id', 'client_domain', 'contact', 'contact_id', 'contact_email'];

function clientDetail(missing: number): string {
  const rows = missing === 1 ? '1 row names' : `${missing.toLocaleString('en')} rows name`;
  return `${rows} no Client and no person, so these Deals have no Client yet. The filter "Client" finds them.`;
}

/** Kinds whose records get a title where a row has none. */
const TITLES: Partial<Record<ImportedKind, string>> = {
  deal: 'it is made of the Client or person, and of the product or stage',
  task: 'it is the type of the Task',
};

function titleDetail(kind: ImportedKind, missing: number): string {
  const rows = missing === 1 ? '1 row has' : `${missing.toLocaleString('en')} rows have`;
  return `${rows} no title: ${TITLES[kind]}.`;
}

function namelessDetail(kind: ImportedKind, nameless: number, rows: number): string {
  const what = kind === 'note' ? 'no text' : 'no name, and nothing that stands for one';
  if (nameless === rows) return `Every row will be refused: it has ${what}. Choose the column that has it.`;
  const of = `${nameless.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`;
  return nameless === 1
    ? `1 row will be refused: it has ${what}.`
    : `${of} will be refused: they have ${what}.`;
}

function shiftedDetail(shifted: number): string {
  const rows = shifted === 1 ? '1 row has' : `${shifted.toLocaleString('en')} rows have`;
  return `${rows} more cells than the header, so nobody knows whose they are: refused. Does a text with the delimiter lack its quotes?`;
}

function examples(
  file: KeptFile,
  planned: PlannedFile,
  kind: ImportedKind,
  style: CellStyle,
  isOpen: (column: KeptFile['columns'][number]) => boolean,
): string {
  const columns = file.columns.filter((column, place) => {
    return cellStyleOf(kind, planned.columns[place]!) === style && isOpen(column);
  });
  return columns
    .slice(0, 2)
    .map(({ name, samples }) => `"${samples[0] ?? ''}" (${name})`)
    .join(' and ');
}

/** True for a column of numbers such as 1,000, which only other columns say to be fractions. */
function isTaken({ decimals, samples }: ColumnAnalysis, decimal: string | null): boolean {
  const isOpen = decimals.either > 0 && decimals['.'] === 0 && decimals[','] === 0;
  return isOpen && decimal !== null && samples.some((sample) => sample.includes(decimal));
}

function takenDetail(samples: string): string {
  return `The sign in ${samples} is taken to stand before a fraction, as in other columns of the file. Change that if it parts thousands.`;
}

/** A board has seldom more stages. */
const STAGES_SHOWN = 20;

/** The stages and pipelines that the start creates. A board has the stages from left to right. */
function stageWarnings(files: KeptFile[], plan: ImportPlan, pipelines: string[]): ImportWarning[] {
  const created = Object.entries(plan.values.stage ?? {}).flatMap(([word, to]) =>
    to === 'create' ? [word] : [],
  );
  const stages = stagesInOrder(created, files, plan);
  const order = stages.length > 1 ? ', in this order' : '';
  const details = [
    ...(stages.length > 0 ? [`Stages that will be created${order}: ${list(stages, STAGES_SHOWN)}.`] : []),
    ...(pipelines.length > 0
      ? [`Pipelines that will be created for deals that have ended: ${list(pipelines)}.`]
      : []),
  ];
  return details.map((detail) => ({ code: 'stages_created', file: null, detail, is_blocking: false }));
}

/** The words of columns that say a field beside what they become, by the list of their meanings. */
function wordsBeside(files: KeptFile[], plan: ImportPlan): Map<string, Set<string>> {
  const beside = new Map<string, Set<string>>();
  for (const [index, { resource, columns }] of plan.files.entries()) {
    for (const [place, { also }] of columns.entries()) {
      const name = `${resource}.${also}`;
      const words = also === undefined ? [] : wordsOf(files[index]!.columns[place]!);
      beside.set(name, new Set([...(beside.get(name) ?? []), ...words]));
    }
  }
  return beside;
}

function valueWarnings(
  { values, owner_uuid }: ImportPlan,
  known: ReturnType<typeof peopleOf>,
  beside: ReturnType<typeof wordsBeside>,
): ImportWarning[] {
  const warnings: ImportWarning[] = [];
  const wordsAs = (name: string, wanted: string | null) =>
    Object.entries(values[name] ?? {}).flatMap(([word, value]) => (value === wanted ? [word] : []));
  const warn = (code: ImportWarning['code'], detail: string, is_blocking = false) =>
    warnings.push({ code, file: null, detail, is_blocking });
  const people = wordsAs('user', null).map((word) => known[word]?.name || word);
  if (people.length > 0) {
    const owner = owner_uuid === null ? 'belongs to nobody then' : 'goes to the owner whom you choose';
    warn(
      'users_unknown',
      `No User of the Account is called ${list(people)}. What they own ${owner}. Their names are kept beside, so that a filter finds it.`,
    );
  }
  const signs = wordsAs('currency', null);
  if (signs.length > 0) warn('currency_needed', `Which currency is ${list(signs)}?`, true);
  const choices = Object.keys(values).filter((name) => !['stage', 'user', 'currency'].includes(name));
  for (const name of choices) {
    const kept = beside.get(name) ?? new Set();
    const field = name.replace('.', ' ');
    const unknown = wordsAs(name, null).filter((word) => !kept.has(word));
    if (unknown.length > 0)
      warn('values_unknown', `Say what ${list(unknown)} means for ${field}, or it is left out.`);
    const open = wordsAs(name, null).filter((word) => kept.has(word));
    if (open.length > 0)
      warn('values_unknown', `Say what ${list(open)} means for ${field}, or it stays as it is without it.`);
  }
  return warnings;
}

/** `long_text` → `long text`. */
function sayType(type: string): string {
  return type.replace('_', ' ');
}
