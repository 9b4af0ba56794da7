import type { ImportRow, PlannedFile } from '@rapport/contract/imports';
import type { RecordField } from '@rapport/contract/records/record-field';
import { wholeAccount } from '../../access/reach.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type DeclaredField, declaredIn } from '../../records/custom-fields/declared.ts';
import type { Names } from '../../records/export/cells.ts';
import { namesOf } from '../../records/export/names.ts';
import type { CrmRecord, RecordsCore } from '../../records/kind.ts';
import { linkedKind, linkFields, ownReferences } from '../../records/references.ts';
import type { ImportRecord } from '../queries.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import { DEFINITIONS } from '../read/targets.ts';
import { kindOf } from '../run/chunk.ts';
import type { DecidedRow } from '../run/decide-row.ts';
import { titleOf } from '../run/title.ts';

/** What rows are shown of: a file of an import, in an Account that has these stages and fields. */
type ShownFile = {
  row: Pick<ImportRecord, 'plan' | 'account_uuid'>;
  place: number;
  stages: Set<string>;
  fields: readonly DeclaredField[];
};

/** The first rows of a file as a person reads them, with the names of what they are linked to. */
export async function shownRows(
  core: RecordsCore,
  tx: Transaction,
  { row: { plan, account_uuid }, place, stages, fields }: ShownFile,
  decided: DecidedRow[],
  count: number,
): Promise<ImportRow[]> {
  const file = plan.files[place]!;
  const resource = file.resource as ImportedKind;
  const kind = kindOf(core, resource);
  const made = new Set(decided.flatMap(({ outcome, record }) => (outcome === 'created' ? record!.uuid : [])));
  const first = decided.slice(0, count);
  const records = first.flatMap(({ record }) => record ?? []);
  const words = newWords(fields, await declaredIn(tx, wholeAccount(account_uuid), resource));
  const names = await namesOf(tx, core.kinds, kind, wholeAccount(account_uuid), records);
  return first.map((one) => {
    const { record, change } = one;
    const links =
      record === null || one.outcome === 'skipped' ? textsIn(one) : linksIn(resource, record, names);
    return {
      file: place,
      line: one.line,
      resource,
      outcome: one.outcome,
      uuid: record === null || made.has(record.uuid) ? null : record.uuid,
      title: titleOf(one, kind.definition.named_by),
      losses: one.losses,
      fields: {
        ...asWritten(resource, one),
        ...customInWords(one, words),
        ...ended(one),
        ...links,
        ...newStage(file, record, stages, names),
      },
      ...(change?.previous && { previous: shown(resource, change.previous) }),
    };
  });
}

/** The fields by which a record names others. */
function referencesOf(resource: ImportedKind): [string, RecordField][] {
  const definition = DEFINITIONS[resource];
  return [...ownReferences(definition).filter(([, { to }]) => to !== 'user'), ...linkFields(definition)];
}

/** References stand for themselves by name, so their uuids are left out. */
function shown(resource: ImportedKind, fields: Record<string, unknown>): Record<string, unknown> {
  const names = referencesOf(resource).map(([name]) => name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** What a row says, as its record has it: with the spelling of tags, and beside what is there. */
function asWritten(resource: ImportedKind, { given, record }: DecidedRow): Record<string, unknown> {
  const written = record as unknown as Record<string, unknown> | null;
  // A choice is kept by its key. People know it by its word.
  const asIs = (field: string) => written === null || field === 'custom' || !(field in written);
  const entries = Object.entries(shown(resource, given));
  return Object.fromEntries(entries.map(([field, value]) => [field, asIs(field) ? value : written![field]]));
}

/**
 * The labels of options that the start creates, by field and key: nobody knows their keys yet.
 * `before` are the fields of the Account without it, `after` those of the kind with it.
 */
function newWords(
  before: readonly DeclaredField[],
  after: readonly DeclaredField[],
): Map<string, Map<unknown, string>> {
  return new Map(
    after.map(({ uuid, key, options }) => {
      const known = before.find((field) => field.uuid === uuid)?.options ?? [];
      const created = options.filter((option) => !known.some((one) => one.key === option.key));
      return [key, new Map(created.map((option) => [option.key, option.label]))];
    }),
  );
}

/** The custom fields of a row, with words for the options that are to come. */
function customInWords(
  { given: { custom } }: DecidedRow,
  words: Map<string, Map<unknown, string>>,
): Record<string, unknown> {
  if (!custom) return {};
  const said = (key: string, value: unknown) => words.get(key)?.get(value) ?? value;
  const entries = Object.entries(custom).map(([key, value]) => {
    return [key, Array.isArray(value) ? value.map((one) => said(key, one)) : said(key, value)];
  });
  return { custom: Object.fromEntries(entries) };
}

/** When a deal was won or lost: the row says it, and only the service writes it. */
function ended({ record, outcome, given }: DecidedRow): Record<string, unknown> {
  const { closed_at } = (record ?? {}) as { closed_at?: string | null };
  return closed_at && given.status !== undefined && outcome !== 'skipped' ? { closed_at } : {};
}

/** What the cells of a row name, by the names of the columns. */
function textsIn({ draft }: DecidedRow): Record<string, unknown> {
  return Object.fromEntries(draft.links.map(({ column, texts }) => [column, texts.join(', ')]));
}

/** The names of the records to which a record is linked, by their kinds. */
function linksIn(resource: ImportedKind, record: CrmRecord, names: Names): Record<string, unknown> {
  const values = record as unknown as Record<string, unknown>;
  const linked = referencesOf(resource).flatMap(([name, field]): [string, string][] => {
    const value = values[name];
    if (!value) return [];
    if (!Array.isArray(value)) return [[field.to!, `${field.to} ${value}`]];
    return value.map((link) => {
      const kind = linkedKind(field, link);
      return [kind, `${kind} ${link[field.key!]}`];
    });
  });
  return Object.fromEntries(
    [...Map.groupBy(linked, ([kind]) => kind)].map(([kind, own]) => [
      kind,
      own.map(([, key]) => names.get(key) ?? '').join('; '),
    ]),
  );
}

/** A stage that the start creates, by the name of its column: nobody knows its uuid yet. */
function newStage(
  { columns }: PlannedFile,
  record: CrmRecord | null,
  stages: Set<string>,
  names: Names,
): Record<string, unknown> {
  const { stage_uuid } = (record ?? {}) as { stage_uuid?: string };
  const column = columns.find(({ to }) => to === 'stage_uuid')?.column;
  if (!stage_uuid || !column || stages.has(stage_uuid)) return {};
  return { stage_uuid: undefined, [column]: names.get(`stage ${stage_uuid}`) };
}
