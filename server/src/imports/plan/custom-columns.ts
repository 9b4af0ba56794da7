import type { CustomField, CustomFieldUpdate } from '@rapport/contract/custom-fields';
import type { PlannedColumn, PlannedFile } from '@rapport/contract/imports';
import type { CustomFieldType } from '@rapport/contract/records/declared-fields';
import { hasOptions } from '@rapport/contract/records/declared-fields';
import type { Caller } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import { cutTo } from '../../platform/cells/cut.ts';
import { yesOrNoIn } from '../../platform/cells/yes-or-no.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { splitTags } from '../../platform/sheets/tags.ts';
import { updateField } from '../../records/custom-fields/actions.ts';
import { createField } from '../../records/custom-fields/declare.ts';
import { type DeclaredField, declaredIn } from '../../records/custom-fields/declared.ts';
import { freeLabel } from '../../records/custom-fields/labels.ts';
import { fieldCalled } from '../../records/import/columns.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { type ColumnAnalysis, wordsOf } from '../read/analysis.ts';
import { readChoice } from '../read/cells/words.ts';
import { PRESETS } from '../read/presets/all.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { TARGETS } from '../read/targets.ts';

const KEY_MAX_LENGTH = 100;

/** Shorter than a label may be, because a number may come behind it. */
const LABEL_MAX_LENGTH = 90;

/** Fewer rows say too little of the values that a column may have. */
const CHOICE_ROWS_MIN = 10;
const CHOICES_MAX = 20;
const CHOICE_MAX_LENGTH = 60;

/**
 * What a column becomes that no field of the kind has: the custom field of the Account that is
 * called so, else a new one of the type that its values have.
 */
export function customColumn(
  column: PlannedColumn,
  analysis: ColumnAnalysis,
  declared: readonly DeclaredField[],
  mayCreate: boolean,
): PlannedColumn {
  const own = (column.key ?? column.column).replace(/[[\],\p{Cc}]+/gu, ' ').trim();
  const key = cutTo(own, KEY_MAX_LENGTH);
  const known = fieldCalled(declared, key);
  const to = 'custom';
  if (known) return { ...column, to, key: known.key, type: known.type };
  return {
    ...column,
    to,
    ...(key !== column.column && { key }),
    type: mayCreate ? guessedType(analysis) : null,
  };
}

/** Whether any word of a column says the second field: the words of many sets mean other things. */
export function saysAlso(kind: ImportedKind, to: string, { values }: ColumnAnalysis): boolean {
  const { field, choices } = TARGETS[kind].get(to)!;
  if (!choices || values === null) return true;
  return Object.keys(values).some((word) => readChoice(`${kind}.${field}`, choices, word) !== null);
}

/** The type that all values of a column have; a text if they have none in common. */
function guessedType({ name, filled, values, looks }: ColumnAnalysis): CustomFieldType {
  const { money = 0 } = looks;
  if (money === filled) return 'money';
  // Where only some name a currency, that of the others would be a guess: a text keeps both.
  if (looks.number === filled && saysCode(name)) return 'text';
  if (looks.number === filled) return saysYesOrNo(name) && isZeroOrOne(values) ? 'boolean' : 'number';
  if (looks.number + money === filled) return 'text';
  if (looks.day === filled) return looks.time > 0 ? 'time' : 'date';
  if (looks.url === filled) return 'url';
  if (looks.long > 0) return 'long_text';
  const words = Object.keys(values ?? {});
  if (words.length > 0 && words.every((word) => yesOrNoIn(word) !== null)) return 'boolean';
  const isChoice =
    values !== null &&
    filled >= CHOICE_ROWS_MIN &&
    words.length <= CHOICES_MAX &&
    words.length * 3 <= filled &&
    words.every((word) => word.length <= CHOICE_MAX_LENGTH);
  return isChoice ? 'choice' : 'text';
}

/** Numbers of such a column count nothing: the next file has one that begins with a zero. */
function saysCode(name: string): boolean {
  return CODE_WORDS.test(name.trim()) || /(?:Number|Code|Id|Zip)$/.test(name.trim());
}

const CODE_WORDS =
  /(?:^|[\s_-])(?:id|no|nr|ip|code|zip|zipcode|postcode|vat|tax|iban|sku|ean|barcode|#)\.?$|postal|nummer$|^tax/i;

/** `is_key_account`, `Has opted out`, `Newsletter?`: 1 is yes and 0 is no in such a column. */
function saysYesOrNo(name: string): boolean {
  return /^(?:is|has|can|may|does)(?:[\s_-]|(?=[A-Z]))|\?\s*$/i.test(name.trim());
}

function isZeroOrOne(values: ColumnAnalysis['values']): boolean {
  return values !== null && Object.keys(values).every((word) => word === '0' || word === '1');
}

/**
 * The columns of each file, with one type for a field that those of several become: a text where
 * their values differ.
 */
export function agreedColumns(
  files: { resource: string | null; columns: PlannedColumn[] }[],
): PlannedColumn[][] {
  const all = files.flatMap(({ resource, columns }) => columns.map((column) => ({ resource, ...column })));
  const typed = all.filter(({ to, type }) => to === 'custom' && type !== null && type !== undefined);
  const fields = Map.groupBy(typed, ({ resource, column, key = column }) => `${resource} ${key}`);
  const typeOf = (resource: string | null, { column, key = column, type }: PlannedColumn) => {
    const types = new Set(fields.get(`${resource} ${key}`)?.map((one) => one.type));
    if (types.size < 2) return type;
    return types.has('long_text') ? 'long_text' : 'text';
  };
  return files.map(({ resource, columns }) =>
    columns.map((column) =>
      column.to === 'custom' && column.type ? { ...column, type: typeOf(resource, column)! } : column,
    ),
  );
}

/** The custom fields that a column becomes, by itself or beside a field. */
function customOf({
  column,
  key = column,
  to,
  also,
  type,
}: PlannedColumn): { key: string; type: CustomFieldType } | null {
  return (to === 'custom' || also === 'custom') && type ? { key, type } : null;
}

/**
 * Creates the custom fields that the columns of a plan want and the Account lacks. An archived one
 * comes back: an import that was taken back has left it. Fields that are there get the words of the
 * files as options, if the caller may. 403 when the caller may create none, 409 when a kind would
 * have too many.
 */
export async function createFields(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  files: { columns: ColumnAnalysis[]; preset: string | null }[],
  planned: PlannedFile[],
): Promise<Problem | null> {
  const declared = await declaredIn(core.db, wholeAccount(account_uuid));
  const inUse: CustomField[] = declared.filter(({ archived_at }) => archived_at === null);
  const taken = new Set(inUse.map(({ resource, key }) => `${resource} ${key}`));
  const columnsTo = (wanted: string, name: string) =>
    planned.flatMap(({ resource, columns }, place) =>
      columns.flatMap((column, index) =>
        resource === wanted && customOf(column)?.key === name ? [files[place]!.columns[index]!] : [],
      ),
    );
  await addOptions(core, caller, inUse, columnsTo);
  for (const [place, { resource, columns }] of planned.entries()) {
    if (resource === null) continue;
    for (const [index, planned] of columns.entries()) {
      const { column } = planned;
      const custom = customOf(planned);
      if (custom === null || taken.has(`${resource} ${custom.key}`)) continue;
      const { key, type } = custom;
      taken.add(`${resource} ${key}`);
      const options = optionsOf(type, columnsTo(resource, key));
      const archived = declared.find((one) => one.resource === resource && one.key === key);
      if (archived) {
        const back = await updateField(core, caller, archived.uuid, inUseAgain(archived, options), null);
        if (back instanceof Problem) return forColumn(back, place, index, column);
        continue;
      }
      const labels = inUse.filter((one) => one.resource === resource).map((one) => one.label);
      const wanted = labelFrom(column, files[place]!.preset);
      const label = freeLabel(cutTo(wanted, LABEL_MAX_LENGTH) || key, labels);
      const field = { account_uuid, resource, key, label, type, ...(options && { options }) };
      const made = await createField(core, caller, field);
      if (made instanceof Problem) return forColumn(made, place, index, column);
      inUse.push(made);
    }
  }
  return null;
}

/**
 * Adds the words of the files to the options of fields that are there. Where it is refused, the
 * cells of these words are left out and named, each with its row.
 */
async function addOptions(
  core: RecordsCore,
  caller: Caller,
  fields: CustomField[],
  columnsTo: (resource: string, key: string) => ColumnAnalysis[],
): Promise<void> {
  for (const { uuid, resource, key, type, options } of fields) {
    const words = strangeWords({ type, options }, columnsTo(resource, key));
    if (words.length === 0) continue;
    const more = words.map((word) => ({ label: cutTo(word, 100) }));
    await updateField(core, caller, uuid, { options: [...options, ...more] }, null);
  }
}

/** The words of columns that are no option of their field. */
export function strangeWords(
  { type, options }: Pick<CustomField, 'type' | 'options'>,
  columns: ColumnAnalysis[],
): string[] {
  if (!hasOptions(type)) return [];
  const known = new Set(options.flatMap(({ label, key }) => [label.toLowerCase(), key.toLowerCase()]));
  const words = new Map(
    columns.flatMap((column) => choicesIn(type, column)).map((word) => [word.toLowerCase(), word]),
  );
  return [...words].flatMap(([plain, word]) => (known.has(plain) ? [] : [word]));
}

/** What people call a field: `Loss_Reason__c` of an API is `Loss Reason`. */
function labelFrom(column: string, preset: string | null): string {
  const isOfApi = PRESETS.find(({ key }) => key === preset)?.hasApiNames;
  if (!isOfApi) return column.trim();
  const plain = column.replace(/__c$/i, '').replace(/_+/g, ' ').trim();
  const words = plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Why a column cannot become a field, at its place in the plan. */
function forColumn(refusal: Problem, place: number, index: number, column: string): Problem {
  if (refusal.code !== 'fields_invalid') return refusal;
  const why = refusal.detail.replace(/^\//, '');
  const detail = `The column "${column}" cannot become such a field: ${why} Choose another type, or leave it out.`;
  const pointer = `/plan/files/${place}/columns/${index}/type`;
  return fieldsInvalid({ pointer, code: refusal.errors[0]!.code, detail });
}

/** An archived field in use, with the words of a file among its options. */
function inUseAgain({ type, options }: CustomField, words: { label: string }[] | null): CustomFieldUpdate {
  const known = new Set(options.map(({ label }) => label.toLowerCase()));
  const more = hasOptions(type) ? (words ?? []).filter(({ label }) => !known.has(label.toLowerCase())) : [];
  return { archived_at: null, ...(more.length > 0 && { options: [...options, ...more] }) };
}

function optionsOf(type: CustomFieldType, columns: ColumnAnalysis[]): { label: string }[] | null {
  if (!hasOptions(type)) return null;
  const labels = new Map(
    columns
      .flatMap((column) => choicesIn(type, column))
      .map((word) => [word.toLowerCase(), cutTo(word, 100)]),
  );
  return [...labels.values()].map((label) => ({ label }));
}

/** The words of a column that a field with options takes for its choices. */
export function choicesIn(type: CustomFieldType, column: ColumnAnalysis): string[] {
  const words = wordsOf(column);
  const split = type === 'choices' ? splitterOf(words) : (word: string) => [word];
  return words
    .flatMap(split)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * Where semicolons or lines part the words of a cell, a comma belongs to one: `Berlin, Germany`.
 */
function splitterOf(words: string[]): (word: string) => string[] {
  if (words.some((word) => /[;\n]/.test(word))) return (word) => word.split(/[;\n]/);
  return splitTags;
}
