import { isDeepStrictEqual } from 'node:util';
import type { ImportPlan, MatchKey, PlannedColumn, PlannedFile } from '@rapport/contract/imports';
import type { NamedStage } from '../../crm/pipelines/stages.ts';
import { currenciesOf, currencyMeant } from '../../platform/cells/currency-signs.ts';
import type { DeclaredField } from '../../records/custom-fields/declared.ts';
import { fieldCalled } from '../../records/import/columns.ts';
import { type ColumnAnalysis, dayOrderOf, decimalOf, wordsOf } from '../read/analysis.ts';
import type { CellStyle, CellType } from '../read/cell-types.ts';
import { readChoice } from '../read/cells/words.ts';
import { cellStyleOf, cellTypeOf } from '../read/column-cells.ts';
import { columnsByValues } from '../read/headerless.ts';
import type { KeptFile } from '../read/kept-file.ts';
import { signInName } from '../read/money-cells.ts';
import { OWN } from '../read/own-files.ts';
import { type ImportedKind, plainName, type Recognised } from '../read/presets/preset.ts';
import { columnsByWords } from '../read/recognise.ts';
import { TARGETS } from '../read/targets.ts';
import { agreedColumns, customColumn, saysAlso } from './custom-columns.ts';
import { secondColumns } from './second-columns.ts';
import { stagesMeant } from './stages.ts';

/** What a plan is made of beside the files: the Users and stages of the Account. */
export type PlanSetting = {
  account_uuid: string;
  users: { uuid: string; name: string; email: string }[];
  stages: NamedStage[];
  owner_uuid: string | null;
  /** The custom fields of the Account, and whether the caller may add to them. */
  declared: DeclaredField[];
  mayCreateFields: boolean;
  /** Of the Account: what `$` means to its people. */
  currency: string | null;
};

/** The most custom fields that columns become by themselves. Others are left out, and said. */
const CUSTOM_MAX = 40;

/** The plan that is proposed: what the files say by themselves. */
export function proposedPlan(files: KeptFile[], setting: PlanSetting): ImportPlan {
  const columns = agreedColumns(
    files.map((file) => ({
      resource: file.kind,
      columns: withCustoms(file, elsewhere(file, recognisedIn(file, files), setting), setting),
    })),
  );
  const planned = files.map(
    (file, index): PlannedFile => ({
      resource: file.kind,
      ...stylesOf(file, file.kind, columns[index]!),
      match_by: matchKeys(file.kind),
      columns: columns[index]!,
    }),
  );
  const values = valuesFor(files, planned, setting);
  return {
    on_match: 'update',
    strict: false,
    owner_uuid: setting.owner_uuid,
    files: withNames(files, planned, values, setting),
    values,
  };
}

/**
 * The columns of owners with a custom field beside, where some of them are no Users: their names
 * are kept, so that a filter finds what is theirs until they join.
 */
function withNames(
  files: KeptFile[],
  planned: PlannedFile[],
  values: ImportPlan['values'],
  { declared, mayCreateFields }: PlanSetting,
): PlannedFile[] {
  return planned.map((file, index) => {
    const { preset, columns: analyses } = files[index]!;
    const own = declared.filter((field) => field.resource === file.resource && field.archived_at === null);
    const columns = file.columns.map((column, place): PlannedColumn => {
      const isOfUsers =
        file.resource !== null && cellTypeOf(file.resource as ImportedKind, column) === 'user';
      if (!isOfUsers || preset === OWN || column.also !== undefined) return column;
      const words = analyses[place]!.values;
      const isKnown = words && Object.keys(words).every((word) => values.user?.[word]);
      if (isKnown) return column;
      const { key, type } = customColumn({ ...column, to: 'custom' }, analyses[place]!, own, mayCreateFields);
      return { ...column, also: 'custom', ...(key && { key }), type: type && 'text' };
    });
    return { ...file, columns };
  });
}

/**
 * What the columns of a file are in its set: the persons of a company list stay texts where a list
 * of Contacts comes along, which has them.
 */
function recognisedIn({ kind, recognised }: KeptFile, files: KeptFile[]): Recognised['columns'] {
  if (kind !== 'client' || !files.some((file) => file.kind === 'contact')) return recognised;
  return recognised.map((column) =>
    column.to?.startsWith('person') ? { ...column, to: undefined } : column,
  );
}

/**
 * A file of ours from another Account names Clients, Contacts and stages by ids that nothing has
 * here, so their names beside count.
 */
function elsewhere(
  file: KeptFile,
  recognised: Recognised['columns'],
  setting: PlanSetting,
): Recognised['columns'] {
  if (file.kind === null || !isElsewhere(file, setting)) return recognised;
  const names = NAMES_BESIDE[file.kind] ?? {};
  return recognised.map((column) => {
    const to = Object.hasOwn(names, column.column) ? names[column.column]! : column.to;
    return { ...column, to };
  });
}

/** True for a file of ours whose records are all of other Accounts. */
function isElsewhere({ preset, columns }: KeptFile, { account_uuid }: PlanSetting): boolean {
  const from = preset === OWN ? columns.find(({ name }) => name === 'account_uuid') : undefined;
  const accounts = from ? wordsOf(from) : [];
  return accounts.length > 0 && !accounts.includes(account_uuid);
}

/** What columns of our files become in another Account, by the kind of record. */
const NAMES_BESIDE: Partial<Record<ImportedKind, Record<string, string | null>>> = {
  contact: { clients: null, client_name: 'client' },
  deal: {
    client_uuid: null,
    client_name: 'client',
    contacts: null,
    contact_name: 'contact',
    stage_uuid: null,
    stage_name: 'stage_uuid',
    pipeline_name: 'pipeline',
  },
};

/** The columns with those that nobody knows: a custom field when they have values. */
function withCustoms(
  file: KeptFile,
  recognised: Recognised['columns'],
  setting: PlanSetting,
): PlannedColumn[] {
  const { declared } = setting;
  // A file of this Account has its values as they stand, with or without a field.
  const mayCreate = setting.mayCreateFields && (file.preset !== OWN || isElsewhere(file, setting));
  let customs = 0;
  const own = declared.filter((field) => field.resource === file.kind && field.archived_at === null);
  const columns =
    file.header?.line === null && file.kind !== null
      ? columnsByValues(file.columns, file.kind, recognised)
      : recognised;
  const seconds = file.preset === null ? secondColumns(file, columns) : new Set<number>();
  return columns.map(({ to: said, also, ...named }, index) => {
    const known = seconds.has(index) ? undefined : said;
    // A field of the Account that is called so counts before what the values look like.
    const isOwn = known === undefined && fieldCalled(own, named.column) !== undefined;
    const to = isOwn ? known : bySamples(known, file.columns[index]!, file.kind, recognised);
    const column = { ...named, ...(also && saysAlso(file.kind!, also, file.columns[index]!) && { also }) };
    if (to !== undefined && to !== 'custom') return { ...column, to };
    const analysis = file.columns[index]!;
    const { filled } = analysis;
    const isKept = filled > 0 && customs < CUSTOM_MAX && column.column !== '' && file.kind !== null;
    if (isKept) customs += 1;
    if (!isKept) return { ...column, to: null };
    const same = recognised.slice(0, index).filter((one) => one.column === column.column).length;
    const key = same > 0 ? { key: `${column.column} ${same + 1}` } : {};
    return customColumn({ ...column, ...key, to: 'custom' }, analysis, own, mayCreate);
  });
}

/** What a column becomes, once its values are seen as well. */
function bySamples(
  known: string | null | undefined,
  analysis: ColumnAnalysis,
  kind: ImportedKind | null,
  recognised: Recognised['columns'],
): string | null | undefined {
  if (saysWhether(known, analysis) || saysOtherWords(known, analysis, kind)) return undefined;
  if (known === 'emails' || known === 'phones') {
    const isWhole = analysis.samples.every((sample) => sample.startsWith('['));
    return isWhole ? known : known.slice(0, -1);
  }
  const { filled, name, looks } = analysis;
  // A column of nothing but addresses is one of addresses, whatever it is called.
  if (known !== undefined || filled === 0 || looks.email !== filled || SAYS_WHO.test(name)) return known;
  const email = kind === 'deal' ? 'contact_email' : kind === 'note' || kind === 'task' ? undefined : 'email';
  return recognised.some(({ to }) => to?.includes('email')) ? known : (email ?? known);
}

/** Whether no word of a column is any choice of its field: `Haven't Called` is no status here. */
function saysOtherWords(
  to: string | null | undefined,
  analysis: ColumnAnalysis,
  kind: ImportedKind | null,
): boolean {
  const { type, field, choices } = (to && kind && TARGETS[kind].get(to)) || {};
  const words = wordsOf(analysis);
  if (type !== 'choice' || words.length === 0) return false;
  return words.every((word) => readChoice(`${kind}.${field}`, choices!, word) === null);
}

/** Addresses of those who work with a record. */
const SAYS_WHO = /owner|assign|created|changed|modified|updated|user|manager|agent|\brep\b|\bby\b|\bcc\b/i;

/** Whether a column only says yes or no, such as `customer` of Odoo, while another has names. */
function saysWhether(to: string | null | undefined, analysis: ColumnAnalysis): boolean {
  const words = wordsOf(analysis);
  return (
    NAMING.includes(to ?? '') && words.length > 0 && words.every((word) => /^(?:true|false)$/i.test(word))
  );
}

/** What names a record. */
const NAMING = ['name', 'client', 'contact', 'deal', 'person'];

/**
 * The styles of days and numbers; null where no column needs one, and where it must be asked. A
 * file of ours has points: 1.500 is an amount of a currency with three decimals.
 */
function stylesOf(file: KeptFile, kind: ImportedKind | null, columns: PlannedColumn[]) {
  const day = dayOrderOf(columnsRead(file, kind, columns, 'day'));
  const decimal = decimalOf(columnsRead(file, kind, columns, 'decimal'));
  const unsaid = file.preset === OWN ? '.' : null;
  return { day_order: day === 'open' ? null : day, decimal: decimal === 'open' ? unsaid : decimal };
}

function columnsRead(
  file: KeptFile,
  kind: ImportedKind | null,
  columns: PlannedColumn[],
  style: CellStyle,
): ColumnAnalysis[] {
  if (kind === null) return [];
  return file.columns.filter((_, index) => {
    const planned = columns[index];
    return planned !== undefined && cellStyleOf(kind, planned) === style;
  });
}

/** Whether a style of the file must still be said before the import can start. */
export function openStyles(file: KeptFile, planned: PlannedFile): { day: boolean; decimal: boolean } {
  const kind = planned.resource as ImportedKind | null;
  const isOpen = (style: CellStyle, styleOf: typeof dayOrderOf | typeof decimalOf) =>
    styleOf(columnsRead(file, kind, planned.columns, style)) === 'open';
  return {
    day: planned.day_order === null && isOpen('day', dayOrderOf),
    decimal: planned.decimal === null && isOpen('decimal', decimalOf),
  };
}

export function matchKeys(kind: ImportedKind | null): MatchKey[] {
  switch (kind) {
    case 'client':
      return ['external_id', 'domain', 'email', 'name_city'];
    case 'contact':
      return ['external_id', 'email', 'phone', 'name_city'];
    case 'deal':
      return ['external_id', 'title'];
    default:
      return ['external_id'];
  }
}

/**
 * What the words of the files mean: stages, Users and choices, as far as they say it themselves.
 */
function valuesFor(files: KeptFile[], planned: PlannedFile[], setting: PlanSetting): ImportPlan['values'] {
  const values: ImportPlan['values'] = {};
  const people = peopleOf(files);
  for (const [index, file] of files.entries()) {
    const { resource, columns } = planned[index]!;
    if (resource === null) continue;
    const kind = resource as ImportedKind;
    for (const [place, column] of columns.entries()) {
      const { values: counts = null, signs = {} } = file.columns[place] ?? {};
      for (const one of saidBy(column)) {
        const type = cellTypeOf(kind, one);
        const meanings = type && MEANINGS[type];
        const words = type === 'amount' ? Object.keys(signs) : counts && Object.keys(counts);
        if (!meanings || !words) continue;
        const said = meanings({ kind, column: one, words, file, columns, people, setting });
        // Of labels most say no more than they are, and nobody has to say what they mean.
        const isOfLabels = one !== column && cellTypeOf(kind, column) === 'tags';
        add(values, isOfLabels ? { ...said, words: words.filter((word) => said.meaningOf(word)) } : said);
      }
    }
  }
  return values;
}

/** A column as what it becomes, and as what its cells say beside that. */
function saidBy(column: PlannedColumn): PlannedColumn[] {
  return column.also === undefined ? [column] : [column, { ...column, to: column.also }];
}

/** Words, the list that keeps their meanings, and what each means by itself. */
type Meanings = { list: string; words: string[]; meaningOf: (word: string) => string | null };

type WordsOfColumn = {
  kind: ImportedKind;
  column: PlannedColumn;
  words: string[];
  file: KeptFile;
  columns: PlannedColumn[];
  people: ReturnType<typeof peopleOf>;
  setting: PlanSetting;
};

/** The types of cells whose words mean something that a person may choose. */
const MEANINGS: Partial<Record<CellType, (of: WordsOfColumn) => Meanings>> = {
  user: ({ words, people, setting }) => {
    return { list: 'user', words, meaningOf: (word) => userNamed(people[word], word, setting) };
  },
  choice: ({ kind, column, words }) => {
    const { field, choices } = TARGETS[kind].get(column.to!)!;
    const list = `${kind}.${field}`;
    return { list, words, meaningOf: (word) => readChoice(list, choices!, word) };
  },
  amount: currencySigns,
  currency: currencySigns,
  stage: ({ words, file, columns, setting }) => {
    const keys = columns.some((column) => column.to === 'pipeline') ? file.stage_keys : null;
    const named = keys ?? words;
    const meant = stagesMeant(named, setting.stages);
    return { list: 'stage', words: named, meaningOf: (word) => meant[word]! };
  },
};

/** Signs that may mean several currencies, as `$` does. What has one meaning needs no choice. */
function currencySigns({ words, column, setting }: WordsOfColumn): Meanings {
  const inName = signInName(column.column);
  const signs = [...words, ...(inName ? [inName] : [])].filter((word) => currenciesOf(word).length > 1);
  return { list: 'currency', words: signs, meaningOf: (sign) => currencyMeant(sign, setting.currency) };
}

function add(values: ImportPlan['values'], { list, words, meaningOf }: Meanings): void {
  const known = values[list] ?? {};
  values[list] = known;
  for (const word of words) if (!Object.hasOwn(known, word)) known[word] = meaningOf(word);
}

/** Who the ids of the source's Users are. */
export function peopleOf(files: KeptFile[]): NonNullable<KeptFile['people']> {
  return Object.assign(Object.create(null), ...files.map((file) => file.people ?? {}));
}

/** The User whom a word names, or the person behind it in the list of the source's Users. */
function userNamed(
  person: { name: string; email: string } | undefined,
  word: string,
  setting: PlanSetting,
): string | null {
  if (!person) return userFor(word, setting);
  return userFor(person.email, setting) ?? userFor(person.name, setting);
}

/** The one User who is called so or has the address. */
function userFor(word: string, { users }: PlanSetting): string | null {
  const found = users.filter((user) => isCalled(user, word));
  return found.length === 1 ? found[0]!.uuid : null;
}

/** Whether a word of a source means a User: by name, address, or as `Jim Hal <jim@hal.example>`. */
export function isCalled({ uuid, name, email }: PlanSetting['users'][number], word: string): boolean {
  const plain = fold(word);
  return [uuid, email.toLowerCase(), fold(name)].some((own) => own === plain || plain.endsWith(`<${own}>`));
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/**
 * Puts right what a change of the plan leaves open: columns of a file that is now of another kind,
 * its styles, and words that have no meaning yet.
 */
export function settledPlan(
  files: KeptFile[],
  before: ImportPlan,
  plan: ImportPlan,
  setting: PlanSetting,
): ImportPlan {
  const remade = plan.files.map((now, index): PlannedFile => {
    const file = files[index]!;
    const kind = now.resource as ImportedKind | null;
    if (kind === null || !isForProposal(now, before.files[index]!)) return now;
    const names = file.columns.map(({ name }) => name);
    const columns = withCustoms(
      { ...file, kind },
      columnsByWords(names, names.map(plainName), kind, setting.declared),
      setting,
    );
    return { resource: kind, ...stylesOf(file, kind, columns), match_by: matchKeys(kind), columns };
  });
  // A type that a person sets stays. A file with a new proposal agrees with the others on types.
  const agreed = isDeepStrictEqual(remade, plan.files) ? null : agreedColumns(remade);
  const planned = remade.map((file, index) => (agreed ? { ...file, columns: agreed[index]! } : file));
  const proposed = valuesFor(files, planned, setting);
  const values = Object.fromEntries(
    Object.entries(proposed).map(([list, words]) => [list, { ...words, ...known(plan.values[list], words) }]),
  );
  return { ...plan, files: withNames(files, planned, values, setting), values };
}

/** True for a file of another kind now, whose columns the caller has left as they were. */
export function isForProposal(now: PlannedFile, before: PlannedFile): boolean {
  return now.resource !== before.resource && isDeepStrictEqual(now.columns, before.columns);
}

function known(given: Record<string, string | null> | undefined, words: Record<string, string | null>) {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([word]) => Object.hasOwn(words, word)));
}
