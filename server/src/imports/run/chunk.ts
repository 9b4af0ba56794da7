import type { ImportPlan, MatchKey, PlannedFile } from '@rapport/contract/imports';
import type { Cause } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import type { NamedStage } from '../../crm/pipelines/stages.ts';
import type { Change } from '../../events/change.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { mapInTurns } from '../../platform/process/in-turns.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { type DeclaredField, declaredIn, declaredToWrite } from '../../records/custom-fields/declared.ts';
import { rowsWritten, sendRows, slicesOf, writtenBy } from '../../records/import/write.ts';
import { inParts } from '../../records/in-parts.ts';
import type { AnyKind, RecordsCore } from '../../records/kind.ts';
import { tellMoved } from '../../records/moved.ts';
import { pairsOf } from '../../records/pairs.ts';
import { nothingAround, type Surroundings } from '../../records/surroundings.ts';
import { spellingsOf } from '../../records/tags/spelling.ts';
import { type Validate, validatorOf } from '../../records/validation.ts';
import type { ColumnAnalysis } from '../read/analysis.ts';
import type { KeptFile } from '../read/kept-file.ts';
import type { ImportedKind, SpecialRows } from '../read/presets/preset.ts';
import { readerOf } from '../read/read-row.ts';
import { type Completed, complete } from './complete.ts';
import { type DecidedRow, hasRecord, refusedRow } from './decide-row.ts';
import { RowDecider } from './decider.ts';
import { linksFor } from './link-fields.ts';
import { type Bring, indexLinks, type LinkSetting, type Named, namedBeside, type RowLinks } from './links.ts';
import { findMatches } from './matching.ts';
import { type Added, namedClients } from './named-clients.ts';
import { namedContacts } from './named-contacts.ts';
import { namedPersons } from './named-persons.ts';
import { metBefore } from './second-rows.ts';

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
  /** Who the ids of the source's Users are. */
  people: NonNullable<KeptFile['people']>;
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
  const completed = await completeRows(core, setting, declared, rows);
  const work = async (part: Completed[]): Promise<ChunkResult | Problem> => {
    const {
      added,
      persons: named,
      decider,
    } = await lookUpRows(core, tx, setting, declared, part, cause.change_uuid);
    const { account_uuid } = setting;
    const clients = kindOf(core, 'client');
    const contacts = kindOf(core, 'contact');
    sendRows(core, tx, clients, cause, account_uuid, { ...added, declared: [] });
    sendRows(core, tx, contacts, cause, account_uuid, { ...named, declared: [] });
    const made = await rowsWritten(tx, clients);
    if (made) return made;
    const decided: DecidedRow[] = [];
    const changes: Change[] = [];
    for await (const slice of slicesOf(part)) {
      const rows = await mapInTurns(slice, (row) => decider.decide(row));
      const written = { ...writtenBy(rows.filter(hasRecord)), declared };
      sendRows(core, tx, kind, cause, account_uuid, written);
      changes.push(...written.changes);
      decided.push(...rows);
    }
    const persons = await personsOf(core, tx, setting, decided);
    sendRows(core, tx, contacts, cause, account_uuid, { ...persons, declared: [] });
    const refusal = await rowsWritten(tx, kind);
    if (!refusal) await tellMoved(core, tx, kind, cause, account_uuid, changes);
    const beside = [added, named, persons].reduce((sum, { inserts }) => sum + inserts.length, 0);
    return refusal ?? { rows: decided, added: beside };
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

/** The Contacts whom rows of a company list name. */
async function personsOf(
  core: RecordsCore,
  tx: Transaction,
  { kind, file, plan, account_uuid, time_zone, users }: FileSetting,
  rows: DecidedRow[],
): Promise<Added> {
  const hasPersons = kind === 'client' && file.columns.some(({ to }) => to?.startsWith('person'));
  if (!hasPersons) return { inserts: [], updates: [], changes: [], revisions: [] };
  const { owner_uuid } = plan;
  const writing = { now: toApiTime(core.clock.now()), time_zone };
  return namedPersons(tx, kindOf(core, 'contact'), { account_uuid, owner_uuid }, rows, writing, { users });
}

/** Decides rows as an import would, and writes nothing: for a look at many rows. */
export async function lookAtRows(
  core: RecordsCore,
  tx: Transaction,
  setting: FileSetting,
  rows: Row[],
): Promise<DecidedRow[]> {
  const declared = await declaredIn(tx, wholeAccount(setting.account_uuid), setting.kind);
  const completed = await completeRows(core, setting, declared, rows);
  const { decider } = await lookUpRows(core, tx, setting, declared, completed);
  return mapInTurns(completed, (row) => decider.decide(row));
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
  const completed = await completeRows(core, setting, [], rows);
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
): Promise<Completed[]> {
  const { kind, is_csv, analyses, file, people, plan, time_zone, currency, prefix, stages } = setting;
  const read = readerOf({
    kind,
    is_csv,
    analyses,
    people,
    file,
    values: plan.values,
    time_zone,
    currency,
    declared,
  });
  const now = toApiTime(core.clock.now());
  const { owner_uuid, values } = plan;
  const meant = values.stage ?? {};
  const completion = { kind, prefix, meant, stages, owner_uuid, currency, time_zone, now };
  return mapInTurns(rows, ({ line, cells }) => complete(read(line, cells), cells, completion));
}

/**
 * The Clients and Contacts that rows name and nobody has, and what decides the rows one after the
 * other.
 */
type Looked = { added: Added; persons: Added; decider: RowDecider };

/** Looks up all that the rows name. */
async function lookUpRows(
  core: RecordsCore,
  tx: Transaction,
  setting: FileSetting,
  declared: DeclaredField[],
  rows: Completed[],
  change_uuid?: string,
): Promise<Looked> {
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
  const persons =
    setting.kind === 'deal'
      ? namedContacts(kindOf(core, 'contact'), setting, live, index, links, writing, around)
      : { inserts: [], updates: [], changes: [], revisions: [] };
  const rowLinks = new Map(
    await mapInTurns(live, (row) => [row, linksFor(row, index, links, setting.kind, around)] as const),
  );
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
  const changed = change_uuid
    ? await metBefore(tx, account_uuid, change_uuid, setting.started_at, matches.values())
    : new Set<string>();
  const { match_by } = matchSetting;
  const decision = {
    kind,
    account_uuid,
    plan,
    file,
    strict: plan.strict,
    hasAmounts: pairsOf(kind.definition).some(({ amount }) => file.columns.some(({ to }) => to === amount)),
    validate,
    around,
    writing,
    country,
    since,
    match_by,
    changed,
  };
  const noLinks: RowLinks = { found: [], missing: [] };
  const decider = new RowDecider(matches, (row) => rowLinks.get(row) ?? noLinks, decision);
  return { added, persons, decider };
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

function validatorFor({ definition }: AnyKind): Validate {
  const known = VALIDATORS.get(definition.name) ?? validatorOf(definition.written_schema);
  VALIDATORS.set(definition.name, known);
  return known;
}
