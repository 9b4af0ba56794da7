import type { CellLoss, ImportPlan, MatchKey, PlannedFile, RowOutcome } from '@rapport/contract/imports';
import type { FieldError } from '@rapport/contract/problems';
import type { Change } from '../../events/change.ts';
import { cutTo } from '../../platform/cells/cut.ts';
import { type Deciding, decideGiven } from '../../records/import/decide-given.ts';
import type { DecidedRecord } from '../../records/import/write.ts';
import type { CrmRecord } from '../../records/kind.ts';
import type { Draft } from '../read/draft.ts';
import type { Completed } from './complete.ts';
import type { RowLinks } from './links.ts';
import { changesBy } from './merge-fields.ts';
import { refuseSecond, saidOtherwise } from './second-rows.ts';

/** What a row leads to. `record` is null when it is refused or skipped. */
export type DecidedRow = {
  line: number;
  outcome: RowOutcome;
  record: CrmRecord | null;
  before: CrmRecord | null;
  change: Change | null;
  losses: CellLoss[];
  given: Record<string, unknown>;
  /** The row as its cells say it. */
  draft: Draft;
  /** A record that it may be about, by a hint: this is another one all the same. */
  likely?: { name: string; key: MatchKey };
};

export type DecideSetting = Deciding & {
  plan: ImportPlan;
  file: PlannedFile;
  /** Of the Account. */
  country: string | null;
  /** Rows of links: since when the import makes records, which it links whatever the plan says. */
  since: Date | null;
  /** By what a row finds the records of rows before it. */
  match_by: readonly MatchKey[];
  /** The records that rows before have made, changed or found. A further row only fills them. */
  changed: Set<string>;
};

/**
 * Decides what a row does. A cell that the rules refuse costs that cell alone, unless the record
 * cannot be without it or the plan is strict.
 */
export function decideRow(
  row: Completed,
  match: CrmRecord | 'several' | undefined,
  links: RowLinks,
  setting: DecideSetting,
): DecidedRow {
  const { plan } = setting;
  const skipped = (detail: string): DecidedRow => ({
    ...refusedRow(row, [whole(detail)]),
    outcome: 'skipped',
  });
  if (row.fault !== null) return refusedRow(row, [whole(row.fault)]);
  if (row.skipped !== null) return skipped(row.skipped);
  if (match === 'several') {
    return refusedRow(row, [whole('Several records fit this row. Give it an external_id.')]);
  }
  const losses = [...row.losses, ...links.missing.map(lossOf)];
  if (setting.since !== null && (match === undefined || links.missing.length > 0)) {
    const detail = `There is no ${setting.kind.definition.name} "${row.given.external_id}" that the row could link.`;
    return refusedRow(row, match ? losses : [whole(detail)]);
  }
  if (plan.strict && losses.length > 0) return refusedRow(row, losses);
  if (match && !isToLink(match, setting) && (plan.on_match === 'skip' || plan.on_match === 'create')) {
    return { ...skipped('The record is there already.'), record: match };
  }
  const second = match && setting.changed.has(match.uuid) ? refuseSecond(row, match, setting.kind) : null;
  if (second) return refusedRow(row, [second]);
  return decideFound(givenOf(row, match), row, match, losses, setting);
}

/** True for a record that this import has made and now links: the plan is about those before. */
function isToLink({ created_at }: CrmRecord, { since }: DecideSetting): boolean {
  return since !== null && new Date(created_at) >= since;
}

/** True for a row that makes, changes or finds a record. */
export function hasRecord(row: DecidedRow): row is DecidedRow & DecidedRecord {
  return row.record !== null;
}

/** A row of which nothing is written, for these reasons. */
export function refusedRow(row: Completed, losses: CellLoss[], given = row.given): DecidedRow {
  const nothing = { record: null, before: null, change: null };
  return { line: row.line, outcome: 'refused', ...nothing, losses, given, draft: row };
}

function whole(detail: string): CellLoss {
  return { column: null, cell: null, detail };
}

function lossOf({ link, text, detail }: RowLinks['missing'][number]): CellLoss {
  return { column: link.column, cell: cutTo(text, 200), detail };
}

function givenOf(row: Completed, match: CrmRecord | undefined): Record<string, unknown> {
  const { given, defaults } = row;
  if (!match) return { ...defaults, ...given };
  const old = match as unknown as Record<string, unknown>;
  const { lost_reason } = defaults;
  const isNewlyLost = lost_reason !== undefined && given.status === 'lost' && !old.lost_reason;
  return isNewlyLost ? { lost_reason, ...given } : given;
}

function decideFound(
  wanted: Record<string, unknown>,
  row: Completed,
  match: CrmRecord | undefined,
  losses: CellLoss[],
  setting: DecideSetting,
): DecidedRow {
  const { kind, plan, file, country, changed } = setting;
  const old = match as Record<string, unknown> | undefined;
  const isLinked = match !== undefined && isToLink(match, setting);
  const isSecond = match !== undefined && !isLinked && changed.has(match.uuid);
  const isFill = (plan.on_match === 'fill' && !isLinked) || row.isOfMerged;
  const merging = isFill ? 'fill' : isSecond ? 'join' : 'update';
  const decided = decideGiven(wanted, match, setting, {
    checked: (given) =>
      old ? { ...changesBy(kind.definition, given, old, merging, country), ...nameOf(given, old) } : given,
    written: (fields) => ({ ...fields, ...serviceFields(row, fields, match, isFill || isSecond) }),
    said: (faults, given) => faults.map((fault) => faultLoss(fault, file, given)),
  });
  const { given } = decided;
  const lost = [...losses, ...decided.losses];
  if ('refused' in decided) return refusedRow(row, [...lost, ...decided.refused], given);
  const { record, change } = decided;
  return {
    line: row.line,
    outcome: change === null ? 'unchanged' : match ? 'updated' : 'created',
    record,
    before: match ?? null,
    change,
    losses: isSecond
      ? [...lost, ...saidOtherwise(given, { before: match, after: record }, setting, columnFor)]
      : lost,
    given,
    draft: row,
  };
}

/** The name of somebody who had none, and so is called by an address. */
function nameOf(given: Record<string, unknown>, { name }: Record<string, unknown>): { name?: string } {
  const isUnnamed = typeof name === 'string' && name.includes('@') && !given.name;
  const own = [given.first_name, given.last_name].filter(Boolean).join(' ');
  return isUnnamed && own !== '' ? { name: own } : {};
}

/** Times of the source. When a record was created there is said once, by whoever says it first. */
function serviceFields(
  { service }: Completed,
  fields: Record<string, unknown>,
  match: CrmRecord | undefined,
  isFill: boolean,
): Record<string, unknown> {
  const old = match as unknown as Record<string, unknown> | undefined;
  const { source_created_at } = service;
  const closed_at = isFill && old?.closed_at ? undefined : service.closed_at;
  const status = fields.status ?? old?.status;
  return {
    ...(source_created_at !== undefined && !old?.source_created_at && { source_created_at }),
    ...(closed_at !== undefined && status !== 'open' && status !== undefined && { closed_at }),
  };
}

function faultLoss(
  { pointer, detail }: FieldError,
  file: PlannedFile,
  given: Record<string, unknown>,
): CellLoss {
  const field = pointer.split('/')[1] ?? '';
  const value = given[field];
  const cell = typeof value === 'string' || typeof value === 'number' ? cutTo(String(value), 200) : null;
  return {
    column: columnFor(field, file),
    cell,
    detail: detail.replace(/^\/(\w+)(?:\/\d+)?(?:\/\w+)?/, '$1'),
  };
}

/** The column of a field, or of a custom field by its key. */
function columnFor(field: string, { columns }: PlannedFile, key?: string): string | null {
  const found = columns.find(
    ({ to, key: own, column }) =>
      to !== null &&
      (key === undefined ? to === field || ALIASES[to] === field : to === field && (own ?? column) === key),
  );
  return found?.column ?? null;
}

/** The fields that columns with another name fill. */
const ALIASES: Record<string, string> = {
  email: 'emails',
  phone: 'phones',
  street: 'addresses',
  city: 'addresses',
  postal_code: 'addresses',
  region: 'addresses',
  country: 'addresses',
  client: 'client_uuid',
  client_id: 'client_uuid',
  html: 'body',
};
