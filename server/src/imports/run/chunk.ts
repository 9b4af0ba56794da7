import type { ImportPlan, MatchKey, PlannedFile } from '@rapport/contract/imports';
import type { Cause } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import type { NamedStage } from '../../crm/pipelines/stages.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { type DeclaredField, declaredIn, declaredToWrite } from '../../records/custom-fields/declared.ts';
import { rowsWritten, sendRows, slicesOf } from '../../records/import/write.ts';
import { inParts } from '../../records/in-parts.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../../records/kind.ts';
import { nothingAround, type Surroundings } from '../../records/surroundings.ts';
import { spellingsOf } from '../../records/tags/spelling.ts';
import { type Validate, validatorOf } from '../../records/validation.ts';
import type { ColumnAnalysis } from '../read/analysis.ts';
import type { ImportedKind, SpecialRows } from '../read/presets/preset.ts';
import { readerOf } from '../read/read-row.ts';
import { type Completed, complete } from './complete.ts';
import { decideMatch } from './decide-match.ts';
import { type DecidedRow, decideRow, refusedRow } from './decide-row.ts';
import { linksFor } from './link-fields.ts';
import { type Bring, indexLinks, type LinkSetting, type Named, namedBeside, type RowLinks } from './links.ts';
import { findMatches } from './matching.ts';
import { type Added, namedClients } from './named-clients.ts';
import { changedBefore, unlessSecond } from './second-rows.ts';

/** What all chunks of a file have in common. */
export type FileSetting = {
  kind: ImportedKind;
  rows_are: SpecialRows | null;
  is_csv: boolean;
  /** What the columns of the file have as a whole. */
  analyses: readonly ColumnAnalysis[];
  account_uuid: string;
  plan: ImportPlan;
  file: PlannedFile;
  prefix: string | null;
  prefixes: string[];
  time_zone: string;
  /** Of the Account: numbers without code are of this country. */
  country: string | null;
  currency: string | null;
  /** All Users of the Account: those that cells may name. */
  users: Set<string>;
  /** All stages of the Account, in the order of their pipelines. */
  stages: NamedStage[];
  /** When the import began: what was made since then is its own. */
  started_at: Date;
  bring: Bring;
};

export type Row = { line: number; cells: string[] };
export type ChunkResult = { rows: DecidedRow[]; added: number };

const VALIDATORS = new Map<string, Validate>();

/**
 * Imports some rows in the transaction of a step: looks up all that they name, decides each, and
 * writes what they lead to, each with its event. A row that PostgreSQL refuses is refused alone.
 */
export async function importChunk(
  core: RecordsCore,
  tx: Transaction,
  cause: Cause,
  setting: FileSetting,
  rows: Row[],
): Promise<ChunkResult | Problem> {
  waitForOtherChanges(tx, setting.account_uuid);
  const kind = kindOf(core, setting.kind);
  const declared = await declaredToWrite(tx, setting.account_uuid, setting.kind);
  const completed = completeRows(core, setting, declared, rows);
  const work = async (part: Completed[]): Promise<ChunkResult | Problem> => {
    const { added, decide } = await lookUpRows(core, tx, setting, declared, part, cause.change_uuid);
    const { account_uuid } = setting;
    const clients = kindOf(core, 'client');
    sendRows(core, tx, clients, cause, account_uuid, { ...added, declared: [] });
    const made = await rowsWritten(tx, clients);
    if (made) return made;
    const decided: DecidedRow[] = [];
    for await (const slice of slicesOf(part)) {
      const rows = slice.map(decide);
      sendRows(core, tx, kind, cause, account_uuid, { ...writtenBy(rows), declared });
      decided.push(...rows);
    }
    const refusal = await rowsWritten(tx, kind);
    return refusal ?? { rows: decided, added: added.inserts.length };
  };
  const refused = (row: Completed, { detail }: Problem): ChunkResult => ({
    rows: [refusedRow(row, [{ column: null, cell: null, detail }])],
    added: 0,
  });
  const results = await inParts(tx, kind, completed, work, refused);
  if (results instanceof Problem) return results;
  return {
    rows: results.flatMap((result) => result.rows),
    added: results.reduce((sum, { added }) => sum + added, 0),
  };
}

/** Decides rows as an import would, and writes nothing: for a look at many rows. */
export async function lookAtRows(
  core: RecordsCore,
  tx: Transaction,
  setting: FileSetting,
  rows: Row[],
): Promise<DecidedRow[]> {
  const declared = await declaredIn(tx, wholeAccount(setting.account_uuid), setting.kind);
  const completed = completeRows(core, setting, declared, rows);
  const { decide } = await lookUpRows(core, tx, setting, declared, completed);
  return completed.map(decide);
}

/**
 * What rows name and the set may bring: what the Account lacks, or has once by its name, and the
 * ids that they bring themselves.
 */
export async function namedIn(
  core: RecordsCore,
  tx: Transaction,
  setting: FileSetting,
  rows: Row[],
): Promise<Named[]> {
  const completed = completeRows(core, setting, [], rows);
  const { account_uuid, prefixes } = setting;
  const index = await indexLinks(tx, completed, { kinds: core.kinds, account_uuid, prefixes });
  const own = completed.flatMap(({ given: { external_id: id } }) => (typeof id === 'string' ? [id] : []));
  return [
    ...namedBeside(completed, index, setting, 'or once'),
    ...own.map((id) => ({ kind: setting.kind, text: id, ids: [id], isByName: false })),
  ];
}

export function kindOf(core: RecordsCore, name: string): AnyKind {
  return core.kinds.find(({ definition }) => definition.name === name)!;
}

function completeRows(
  core: RecordsCore,
  setting: FileSetting,
  declared: readonly DeclaredField[],
  rows: Row[],
): Completed[] {
  const { kind, is_csv, analyses, file, plan, time_zone, currency, prefix, stages } = setting;
  const read = readerOf({ kind, is_csv, analyses, file, values: plan.values, time_zone, currency, declared });
  const now = toApiTime(core.clock.now());
  const { owner_uuid, values } = plan;
  const meant = values.stage ?? {};
  const completion = { kind, prefix, meant, stages, owner_uuid, currency, time_zone, now };
  return rows.map(({ line, cells }) => complete(read(line, cells), cells, completion));
}

/** The Clients that rows name and nobody has, and what decides the rows one after the other. */
type Decider = {
  added: Added;
  decide: (row: Completed) => DecidedRow;
};

/** Looks up all that the rows name. */
async function lookUpRows(
  core: RecordsCore,
  tx: Transaction,
  setting: FileSetting,
  declared: DeclaredField[],
  rows: Completed[],
  change_uuid?: string,
): Promise<Decider> {
  const { account_uuid, prefixes, bring, plan, file } = setting;
  const kind = kindOf(core, setting.kind);
  const live = rows.filter(({ skipped }) => skipped === null);
  const wanted = { kinds: core.kinds, account_uuid, prefixes };
  const index = await indexLinks(tx, live, wanted);
  const brought = bring(namedBeside(live, index, wanted));
  const links: LinkSetting = { ...wanted, brought };
  const writing = { now: toApiTime(core.clock.now()), time_zone: setting.time_zone };
  const around = await surroundingsOf(tx, kind, setting, declared, live);
  const added = await namedClients(tx, kindOf(core, 'client'), setting, live, index, links, writing, around);
  const rowLinks = new Map(live.map((row) => [row, linksFor(row, index, links, setting.kind, around)]));
  const clientOf = (row: Completed) => rowLinks.get(row)?.found.find(({ kind }) => kind === 'client')?.uuid;
  const matchSetting = {
    kind,
    account_uuid,
    country: setting.country,
    match_by: plan.on_match === 'create' ? [] : (file.match_by as MatchKey[]),
    take_hints: file.take_hints === true,
    before: setting.started_at,
  };
  const matches = await findMatches(tx, live, matchSetting, clientOf);
  const { country } = setting;
  const validate = validatorFor(kind);
  const since = setting.rows_are === 'links' ? setting.started_at : null;
  const decision = { kind, account_uuid, plan, file, validate, around, writing, country, since };
  const latest = new Map<string, CrmRecord>();
  const changed = change_uuid
    ? await changedBefore(tx, account_uuid, change_uuid, setting.started_at, matches.values())
    : new Set<string>();
  const decide = (row: Completed) => {
    const id = row.given.external_id as string | undefined;
    const own = rowLinks.get(row) ?? { found: [], missing: [] };
    const result = unlessSecond(decideAmong(row, id ? latest.get(id) : undefined, own), row, kind, changed);
    if (result.record) {
      changed.add(result.record.uuid);
      latest.set(result.record.uuid, result.record);
      if (result.record.external_id) latest.set(result.record.external_id, result.record);
    }
    return result;
  };
  const decideAmong = (row: Completed, byId: CrmRecord | undefined, own: RowLinks) => {
    const match = byId ? undefined : matches.get(row);
    if (!match) return decideRow(row, byId, own, decision);
    const records = match.records.flatMap((found) => latestOf(row, found, latest) ?? []);
    return decideMatch(row, { ...match, records }, own, decision, changed);
  };
  return { added, decide };
}

/** All that rows name, apart from links. */
async function surroundingsOf(
  tx: Transaction,
  kind: AnyKind,
  { account_uuid, users }: FileSetting,
  declared: DeclaredField[],
  rows: Completed[],
): Promise<Surroundings> {
  const tags = rows.flatMap(({ given }) => (given.tags as string[] | undefined) ?? []);
  return {
    // The unique index refuses a value that is taken, and a match knows who has an external_id.
    ...nothingAround(),
    users,
    own: kind.look ? await kind.look(tx, account_uuid) : null,
    declared,
    tags: await spellingsOf(tx, account_uuid, tags),
  };
}

/**
 * The found record as the rows before have left it. One that has got the id of another row
 * meanwhile is that one, as it would be for a later chunk.
 */
function latestOf(
  { given, extras }: Completed,
  found: CrmRecord,
  latest: Map<string, CrmRecord>,
): CrmRecord | undefined {
  const now = latest.get(found.uuid) ?? found;
  const isOfAnother =
    found.external_id === null &&
    now.external_id !== null &&
    given.external_id !== undefined &&
    extras.uuid?.toLowerCase() !== found.uuid;
  return isOfAnother ? undefined : now;
}

function validatorFor({ definition }: AnyKind): Validate {
  const known = VALIDATORS.get(definition.name) ?? validatorOf(definition.written_schema);
  VALIDATORS.set(definition.name, known);
  return known;
}

/** The records and events of decided rows. A record that two rows write is written once. */
function writtenBy(rows: DecidedRow[]) {
  const inserts = new Map<string, CrmRecord>();
  const updates = new Map<string, CrmRecord>();
  const changes = [];
  const revisions = [];
  for (const { record, change, before, given } of rows) {
    if (!record || !change) continue;
    const isNew = before === null;
    (isNew || inserts.has(record.uuid) ? inserts : updates).set(record.uuid, record);
    changes.push(change);
    revisions.push({ before, record, given });
  }
  return { inserts: [...inserts.values()], updates: [...updates.values()], changes, revisions };
}
