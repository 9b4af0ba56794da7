import { ENCODINGS, type Encoding } from '@rapport/contract/encodings';
import type { Import, ImportPlan, ImportSummary, ImportWarning } from '@rapport/contract/imports';
import type { Caller } from '../access/caller.ts';
import { reachOf, whereWhole, wholeAccount } from '../access/reach.ts';
import { accountToWrite, reachIn, refuseUnless } from '../access/rules.ts';
import { findCountry } from '../accounts/look-ups.ts';
import { listNamedStages } from '../crm/pipelines/stages.ts';
import { endAsCancelled, enqueue, type JobsCore } from '../jobs/actions.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { isUuid, newUuid } from '../platform/ids.ts';
import type { Page } from '../platform/lists/page.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { takenBackAmong } from '../records/changes/look-ups.ts';
import { noteBegun } from '../records/changes/outcomes.ts';
import { declaredIn } from '../records/custom-fields/declared.ts';
import type { RecordsCore } from '../records/kind.ts';
import { withStages } from './plan/create-stages.ts';
import { createFields } from './plan/custom-columns.ts';
import { withEarlier } from './plan/earlier.ts';
import { proposedPlan, settledPlan } from './plan/plan.ts';
import { planFaults } from './plan/plan-faults.ts';
import { pipelinesOfEnded } from './plan/stages.ts';
import { warningsOf } from './plan/warnings.ts';
import type { ImportRecord } from './queries.ts';
import * as queries from './queries.ts';
import { headerLinesIn } from './read/header-lines.ts';
import { type Begun, type FormFields, readForm, type SentForm } from './read/reader-process.ts';
import type { Chunk } from './read/take-files.ts';
import { orderedFiles } from './run/outcomes.ts';
import { RUN_IMPORT } from './run/run-import.ts';
import { planSetting } from './run/settings.ts';
import { previewOf } from './show/preview.ts';
import { rowWarnings } from './show/row-warnings.ts';
import { shownImport, summaryOf } from './show/shown.ts';

export type ImportsCore = RecordsCore & JobsCore;

/** What all kept imports of an Account may take on the disk, packed as the database keeps them. */
const GIB = 1024 ** 3;
const ACCOUNT_MAX_BYTES = 2 * GIB;

/**
 * Makes a draft of the files of a form. It proposes what becomes of them, and says what is to be
 * known. Files that cannot be read leave nothing behind.
 */
export async function createImport(
  core: ImportsCore,
  caller: Caller,
  form: SentForm,
  signal: AbortSignal,
): Promise<Import | Problem> {
  const now = core.clock.now();
  const uuid = newUuid(now);
  const draft: Draft = { uuid, account_uuid: '', setting: null };
  const leaveNothing = async () => {
    if (draft.account_uuid) await queries.deleteImport(core.db, draft.account_uuid, uuid);
  };
  try {
    const refusal = await fillDraft(core, caller, draft, form, signal);
    if (refusal === null) return await getImport(core, caller, uuid);
    await leaveNothing();
    return refusal;
  } catch (error) {
    await leaveNothing();
    throw error;
  }
}

/** A draft while its files are read. Its Account is in the form, and known when that is read. */
type Draft = {
  uuid: string;
  account_uuid: string;
  setting: Awaited<ReturnType<typeof planSetting>> | null;
};

async function fillDraft(
  core: ImportsCore,
  caller: Caller,
  draft: Draft,
  form: SentForm,
  signal: AbortSignal,
): Promise<Problem | null> {
  const { db } = core;
  const { uuid } = draft;
  const user = {
    begin: (fields: FormFields) => beginDraft(core, caller, draft, fields),
    keep: (chunk: Chunk) => queries.insertChunk(db, { import_uuid: uuid, ...chunk }),
    forget: () => queries.deleteChunks(db, draft.account_uuid, uuid),
  };
  const read = await readForm(form, user, signal);
  if (read instanceof Problem) return read;
  const { account_uuid } = draft;
  const files = await withEarlier(db, account_uuid, uuid, read);
  const plan = proposedPlan(files, draft.setting!);
  const preset = files.find((file) => file.preset !== null)?.preset ?? null;
  const made = { uuid, account_uuid, preset, files, plan, started_at: null };
  const { mayCreateFields } = draft.setting!;
  await core.db.transaction((tx) => keepPlan(core, tx, made, mayCreateFields));
  return null;
}

/** 429 for an Account whose imports of the last 30 days take more than they may. */
export async function refuseFull(
  db: Queryable,
  account_uuid: string,
  max_bytes = ACCOUNT_MAX_BYTES,
): Promise<Problem | null> {
  if ((await queries.keptBytes(db, account_uuid)) <= max_bytes) return null;
  const detail = `The imports of this Account that are kept take more than ${max_bytes / GIB} GiB. Nothing was imported. Delete drafts, or wait: rows are kept for 30 days.`;
  return new Problem('rate_limited', detail);
}

/** Makes the empty draft, in the Account that the form names. */
async function beginDraft(
  core: ImportsCore,
  caller: Caller,
  draft: Draft,
  { account_uuid: wanted, encoding, header_line: said }: FormFields,
): Promise<Begun | Problem> {
  const isKnown = (text: string): text is Encoding => (ENCODINGS as readonly string[]).includes(text);
  if (encoding !== undefined && !isKnown(encoding)) {
    const detail = `/encoding must be one of ${ENCODINGS.join(', ')}.`;
    return fieldsInvalid({ pointer: '/encoding', code: 'not_allowed', detail });
  }
  const header_line = said === undefined ? undefined : headerLinesIn(said);
  if (header_line === 'invalid') {
    const detail =
      '/header_line must be the number of a line, none, or a JSON object of these by the names of lists.';
    return fieldsInvalid({ pointer: '/header_line', code: 'wrong_format', detail });
  }
  if (wanted !== undefined && !isUuid(wanted)) {
    const detail = '/account_uuid must be the uuid of an Account.';
    return fieldsInvalid({ pointer: '/account_uuid', code: 'wrong_format', detail });
  }
  const account_uuid = accountToWrite(caller, wanted, 'write_all');
  if (account_uuid instanceof Problem) return account_uuid;
  const refusal = await refuseFull(core.db, account_uuid);
  if (refusal) return refusal;
  const created_at = toApiTime(core.clock.now());
  const { user_uuid, actor, oauth_client_uuid } = caller;
  await queries.insertImport(core.db, {
    uuid: draft.uuid,
    account_uuid,
    user_uuid,
    actor,
    oauth_client_uuid,
    created_at,
  });
  draft.account_uuid = account_uuid;
  // A program's records belong to nobody, as those that it makes one by one.
  const owner_uuid = actor.type === 'browser_session' ? user_uuid : null;
  draft.setting = await planSetting(core.db, account_uuid, owner_uuid, caller);
  return { declared: draft.setting.declared, encoding, header_line };
}

/** Keeps a draft with what is to be known of its plan. */
async function keepPlan(
  core: ImportsCore,
  tx: Transaction,
  draft: Pick<ImportRecord, 'uuid' | 'account_uuid' | 'preset' | 'files' | 'plan' | 'started_at'>,
  mayCreateFields: boolean,
): Promise<void> {
  const { account_uuid, uuid, preset, plan } = draft;
  const stages = await listNamedStages(tx, account_uuid);
  const declared = await declaredIn(tx, wholeAccount(account_uuid));
  const pipelines = pipelinesOfEnded(plan.values.stage ?? {}, stages);
  const { warnings: ofRows, counts } = await rowWarnings(core, tx, draft);
  const files = draft.files.map((file, place) => {
    const { nameless = 0, refused = 0 } = counts.get(place) ?? {};
    return { ...file, nameless, refused };
  });
  const warnings = [...ofRows, ...warningsOf(files, plan, pipelines, { declared, mayCreateFields })];
  const now = toApiTime(core.clock.now());
  await queries.updateDraft(tx, account_uuid, uuid, { preset, files, plan, warnings, now });
}

export async function getImport(core: ImportsCore, caller: Caller, uuid: string): Promise<Import | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await queries.findImport(tx, whereWhole(reachOf(caller)), uuid);
    if (!row) return notFound('import');
    if (row.state === 'draft') {
      const refusal = refuseUnless(caller, row.account_uuid, 'write_all', 'import');
      if (refusal) return refusal;
      const warnings = await standingWarnings(tx, row);
      return shownImport({ ...row, warnings }, new Set(), await previewOf(core, tx, caller, row), []);
    }
    const refused_files = row.refused_count > 0 ? await queries.listRefusedFiles(tx, uuid) : [];
    return shownImport(row, await undoneAmong(tx, [row]), [], refused_files);
  });
}

/** The warnings of a draft but for one that is settled elsewhere: the Account has a country now. */
async function standingWarnings(
  db: Queryable,
  { account_uuid, warnings }: ImportRecord,
): Promise<ImportWarning[]> {
  const others = warnings.filter(({ code }) => code !== 'no_country');
  const isSettled = others.length < warnings.length && (await findCountry(db, account_uuid)) !== null;
  return isSettled ? others : warnings;
}

/** Imports of the caller's Accounts, newest first. */
export async function listImports(
  { db }: { db: Queryable },
  caller: Caller,
  query: { account_uuid?: string; cursor?: string; limit: number },
): Promise<Page<ImportSummary> | Problem> {
  const reach = reachIn(caller, query.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const rows = await queries.listImports(db, whereWhole(reach), query.cursor ?? null, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const undone = await undoneAmong(db, page);
  return {
    data: page.map((row) => summaryOf(row, undone)),
    next_cursor: rows.length > query.limit ? page.at(-1)!.uuid : null,
  };
}

/** The changes of these imports that were taken back. */
async function undoneAmong(db: Queryable, rows: ImportRecord[]): Promise<Set<string>> {
  const undone = new Set<string>();
  for (const [account_uuid, own] of Map.groupBy(rows, (row) => row.account_uuid)) {
    const changes = own.flatMap(({ change_uuid }) => change_uuid ?? []);
    for (const uuid of await takenBackAmong(db, account_uuid, changes)) undone.add(uuid);
  }
  return undone;
}

/** Changes what a draft is going to do. 409 when it is no draft any more. */
export async function updateImport(
  core: ImportsCore,
  caller: Caller,
  uuid: string,
  plan: ImportPlan,
): Promise<Import | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await lockImport(tx, caller, uuid);
    if (row instanceof Problem) return row;
    if (row.state !== 'draft') return new Problem('conflict', 'The import was started, so its plan stands.');
    const setting = await planSetting(tx, row.account_uuid, plan.owner_uuid, caller);
    const faults = planFaults(row.files, row.plan, plan, setting);
    if (faults.length > 0) return fieldsInvalid(...faults);
    const settled = settledPlan(row.files, row.plan, plan, setting);
    await keepPlan(core, tx, { ...row, plan: settled }, setting.mayCreateFields);
    return getImport({ ...core, db: tx }, caller, uuid);
  });
}

/** Deletes a draft with its files. 409 when it is no draft any more. */
export async function deleteImport(core: ImportsCore, caller: Caller, uuid: string): Promise<Problem | null> {
  return core.db.transaction(async (tx) => {
    const row = await lockImport(tx, caller, uuid);
    if (row instanceof Problem) return row;
    if (row.state !== 'draft') return new Problem('conflict', STARTED);
    await queries.deleteImport(tx, row.account_uuid, uuid);
    return null;
  });
}

const STARTED =
  'The import was started, so it stays as what happened. Undo its change to take back what it did.';

/** What a blocking warning about a file asks for. */
const STYLES: Partial<Record<ImportWarning['code'], string>> = {
  day_order_needed: 'day_order',
  decimal_needed: 'decimal',
};

/**
 * Starts a draft, or goes on with a stopped or failed import. Stages and custom fields that are
 * wanted are created first. 422 while a question of the files is open.
 */
export async function startImport(
  core: ImportsCore,
  caller: Caller,
  uuid: string,
): Promise<Import | Problem> {
  return core.db.transaction(async (tx) => {
    const row = await lockImport(tx, caller, uuid);
    if (row instanceof Problem) return row;
    if (row.state === 'running') return new Problem('conflict', 'The import is running already.');
    if (row.state === 'completed') return new Problem('conflict', 'The import is completed.');
    const open = row.warnings.filter(({ is_blocking }) => is_blocking);
    if (open.length > 0) {
      return fieldsInvalid(
        ...open.map(({ file, code, detail }) => ({
          pointer: file === null ? '/plan/values/currency' : `/plan/files/${file}/${STYLES[code]}`,
          code: 'required' as const,
          detail,
        })),
      );
    }
    const places = orderedFiles(row);
    const total_count = places.reduce((sum, place) => sum + row.files[place]!.rows, 0);
    if (total_count === 0)
      return new Problem('conflict', 'No file has rows to import. Say what the rows are.');
    const now = core.clock.now();
    const change_uuid = row.change_uuid ?? caller.change_uuid;
    const cause = { ...caller, change_uuid, source: 'import' as const };
    const { account_uuid, files } = row;
    const refusal = await createFields({ ...core, db: tx }, cause, account_uuid, files, row.plan.files);
    if (refusal) return refusal;
    const plan = await withStages(core, tx, cause, account_uuid, files, row.plan);
    if (plan instanceof Problem) return plan;
    const job = {
      step: { import_uuid: uuid },
      account_uuid: row.account_uuid,
      user_uuid: row.user_uuid,
      subject_uuid: uuid,
      total_count,
    };
    await noteBegun(core, tx, account_uuid, cause);
    const job_uuid = (await enqueue(core, tx, RUN_IMPORT, { ...job, key: uuid }))!;
    await queries.markStarted(tx, row.account_uuid, uuid, {
      plan,
      total_count,
      change_uuid,
      job_uuid,
      now: toApiTime(now),
    });
    return getImport({ ...core, db: tx }, caller, uuid);
  });
}

/** Stops an import after the step that is under way. What was done is kept. */
export async function stopImport(core: ImportsCore, caller: Caller, uuid: string): Promise<Import | Problem> {
  return core.db.transaction(async (tx) => {
    const found = await queries.findImport(tx, whereWhole(reachOf(caller)), uuid);
    if (!found) return notFound('import');
    const refusal = refuseUnless(caller, found.account_uuid, 'write_all', 'import');
    if (refusal) return refusal;
    // A step locks its job before the import, so this order cannot block it.
    if (
      found.state !== 'running' ||
      !found.job_uuid ||
      !(await endAsCancelled({ ...core, db: tx }, tx, found.job_uuid))
    ) {
      return new Problem('conflict', 'The import is not running.');
    }
    return getImport({ ...core, db: tx }, caller, uuid);
  });
}

async function lockImport(tx: Transaction, caller: Caller, uuid: string): Promise<ImportRecord | Problem> {
  const row = await queries.findImport(tx, whereWhole(reachOf(caller)), uuid, true);
  if (!row) return notFound('import');
  return refuseUnless(caller, row.account_uuid, 'write_all', 'import') ?? row;
}
