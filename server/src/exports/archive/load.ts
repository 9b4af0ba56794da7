import type { Account } from '@rapport/contract/accounts';
import type { Cause } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import { joinUnasked } from '../../accounts/logins/operator-actions.ts';
import { recordAudit } from '../../audit/actions.ts';
import { remindAgain } from '../../crm/tasks/remind-again.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import { findBrokenContent, insertContents, insertFiles, insertPieces } from '../../files/whole.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { declaredIn, lockFields } from '../../records/custom-fields/declared.ts';
import type { AnyKind } from '../../records/kind.ts';
import { insertWhole, insertWholeValues, type WholeRecord } from '../../records/whole.ts';
import { CLOCKS_DIFFER_MS, partsOf, valuesOf } from './check.ts';
import type { EventLine, MemberLine } from './format.ts';
import type { Part } from './parts.ts';
import { referringColumns } from './parts.ts';
import { matchPeople, type People, textWithPeople, withPeople } from './people.ts';
import * as queries from './queries.ts';
import { type Archive, archiveInvalid, orFault } from './read.ts';
import { rowFault } from './row-fault.ts';

type Values = Record<string, unknown>;

type Watcher = { progress: (done: number) => void; signal: AbortSignal };

/** What the operator wants of an archive. */
export type Wanted = {
  /** The User who owns the Account, whatever the archive says. */
  owner_uuid: string;
  /** The name of the empty Account of others that is to be filled; null: of nobody else. */
  fill: string | null;
};

/** What became of an archive. */
export type Loaded = {
  account: Account;
  /** False: an Account with this uuid was there, and empty. */
  is_new: boolean;
  people: Pick<People, 'joining' | 'unproven' | 'missing'>;
  counts: Record<string, number>;
};

/**
 * Takes in an Account under its own uuid, in one transaction: all of it is there, or nothing. The
 * owner gets a Login whatever the archive says. The archive has been checked.
 */
export function loadArchive(
  core: Core,
  cause: Cause,
  archive: Archive,
  wanted: Wanted,
  watcher: Watcher,
): Promise<Loaded | Problem> {
  return orFault(async (): Promise<Loaded | Problem> => {
    try {
      return await core.db.transaction((tx) => load(core, tx, cause, archive, wanted, watcher));
    } catch (error) {
      const refusal = rowFault(error);
      if (refusal === null) throw error;
      return refusal;
    }
  });
}

async function load(
  core: Core,
  tx: Transaction,
  cause: Cause,
  archive: Archive,
  wanted: Wanted,
  { progress, signal }: Watcher,
): Promise<Loaded | Problem> {
  const { owner_uuid } = wanted;
  const { account_uuid } = archive.manifest;
  await waitForOtherChanges(tx, account_uuid);
  await lockFields(tx, account_uuid);
  const target = await queries.lockTarget(tx, account_uuid, owner_uuid);
  const refusal = target && refuseTarget(target, wanted);
  if (refusal) return refusal;
  if (target) await queries.emptyTarget(tx, account_uuid);
  const state: State = { account: null as never, people: null as never, owner_uuid, done: 0, progress };
  const counts: Record<string, number> = {};
  for (const part of partsOf(archive)) {
    const before = state.done;
    for await (const lines of archive.lines(part.name)) {
      signal.throwIfAborted();
      await put(
        tx,
        part,
        lines.map((line) => valuesOf(archive, part, line)),
        state,
      );
      state.done += lines.length;
      progress(state.done);
    }
    if (part.name === 'data/members.ndjson') state.people ??= await matchPeople(tx, [], owner_uuid);
    counts[part.name] = state.done - before;
  }
  const latest = new Date(archive.opened_at.getTime() + CLOCKS_DIFFER_MS);
  await queries.markImported(tx, account_uuid, firstUuidAt(latest));
  await remindAgain(tx, account_uuid, core.clock.now());
  const wrong = await queries.findWrongReference(tx, account_uuid, referringColumns());
  if (wrong) return archiveInvalid(`The record ${wrong} refers to one of another kind than it says.`);
  const broken = await findBrokenContent(tx, account_uuid);
  if (broken) return archiveInvalid(`The bytes of ${broken} are not those of its SHA-256. Export once more.`);
  const joined = await letIn(core, tx, cause, account_uuid, state.people, owner_uuid);
  if (joined instanceof Problem) return joined;
  const { name } = state.account;
  const about = { user_uuid: owner_uuid, oauth_client_uuid: null, account_uuid };
  await recordAudit(core, tx, cause, 'account.imported', { ...about, details: { name } });
  return { account: state.account, is_new: !target, people: state.people, counts };
}

type State = {
  account: Account;
  people: People;
  owner_uuid: string;
  done: number;
  progress: (done: number) => void;
};

/**
 * Refuses an Account that is here already and is not empty, or is not of the owner: who wrote the
 * archive chose its uuid, and would be an owner among strangers.
 */
function refuseTarget(target: NonNullable<Target>, { fill }: Wanted): Problem | null {
  const { deleted_at, records, fields, name, role, account_uuid } = target;
  if (deleted_at !== null) {
    return archiveInvalid(
      'This Account is here, deleted. Bring it back with "rapport accounts restore", or wait until it is gone for good, 30 days after its deletion.',
    );
  }
  if (records > 0 || fields > 0) {
    const has = records > 0 ? `${records} records` : 'custom fields';
    return archiveInvalid(
      `This Account is here already and has ${has}. Only an empty one can be filled. Take the archive in on another installation.`,
    );
  }
  if (role === 'owner') return null;
  if (role !== null) {
    return archiveInvalid(
      `This Account is here already, empty, and the owner you named is only ${role} in it. Make them its owner first: rapport logins change-role --account ${account_uuid} --email ADDRESS --role owner.`,
    );
  }
  if (fill === name) return null;
  return archiveInvalid(
    `This Account is here already, empty, as "${name}" of others: rapport logins list --account ${account_uuid} shows them. The owner you named would be one among them. If they are to have what is in the archive, add --fill and this name.`,
  );
}

type Target = Awaited<ReturnType<typeof queries.lockTarget>>;

/** Writes some lines of a part. */
async function put(tx: Transaction, part: Part, values: Values[], state: State): Promise<void> {
  if (part.kind) return putRecords(tx, part.kind, values as never, state);
  const { account } = state;
  switch (part.name) {
    case 'data/account.ndjson': {
      state.account = values[0] as Account;
      return queries.putAccount(tx, state.account);
    }
    case 'data/members.ndjson': {
      const found = await matchPeople(tx, values as MemberLine[], state.owner_uuid);
      state.people = state.people ? joinPeople(state.people, found) : found;
      return;
    }
    case 'data/custom-fields.ndjson':
      return putFields(tx, values);
    case 'data/tags.ndjson':
      return queries.insertRows(tx, 'tags', keysOf(values), values);
    case 'data/views.ndjson':
      return queries.insertRows(tx, 'views', keysOf(values), viewsOf(values, state.people));
    case 'data/file-contents.ndjson':
      return insertContents(tx, account.uuid, values as never);
    case 'data/file-pieces.ndjson':
      return insertPieces(tx, account.uuid, values as never);
    case 'data/files.ndjson':
      return insertFiles(tx, account.uuid, withSenders(values, state.people) as never);
    case 'data/events.ndjson':
      return putEvents(tx, values as unknown as EventLine[], state);
    default: {
      const rows = values.map((row) => ({ ...row, account_uuid: account.uuid }));
      return queries.insertRows(tx, TABLES[part.name]!, keysOf(rows), rows);
    }
  }
}

/** The tables whose rows are lines but for the Account. */
const TABLES: Record<string, string> = {
  'data/merges.ndjson': 'merges',
  'data/distinct-records.ndjson': 'distinct_records',
  'data/undos.ndjson': 'undos',
};

function joinPeople(some: People, more: People): People {
  return {
    here: new Map([...some.here, ...more.here]),
    joining: [...some.joining, ...more.joining],
    unproven: [...some.unproven, ...more.unproven],
    missing: [...some.missing, ...more.missing],
  };
}

function keysOf([first = {}]: Values[]): string[] {
  return Object.keys(first);
}

/** A view of one's own is for nobody else: it goes when its maker is missing. */
function viewsOf(values: Values[], { here }: People): Values[] {
  return values
    .map((view) => ({
      ...view,
      owner_uuid: here.get(view.owner_uuid as string) ?? null,
    }))
    .filter((view: Values) => view.shared || view.owner_uuid !== null);
}

function withSenders(values: Values[], { here }: People): Values[] {
  return values.map((file) => ({ ...file, user_uuid: here.get(file.user_uuid as string) ?? null }));
}

async function putFields(tx: Transaction, values: Values[]): Promise<void> {
  const fields = values.map(({ versions: _, ...field }) => field);
  await queries.insertRows(tx, 'custom_fields', keysOf(fields), fields);
  const versions = values.flatMap(({ uuid, versions }) =>
    (versions as Values[]).map((version) => ({ ...version, field_uuid: uuid })),
  );
  if (versions.length > 0) await queries.insertRows(tx, 'custom_field_versions', keysOf(versions), versions);
}

async function putRecords(
  tx: Transaction,
  kind: AnyKind,
  given: WholeRecord[],
  { account, people }: State,
): Promise<void> {
  const declared = await declaredIn(tx, wholeAccount(account.uuid), kind.definition.name);
  const records = given.map((record) => withPeople(people, kind, declared, record));
  insertWhole(tx, kind, records);
  await insertWholeValues(tx, kind, account.uuid, records);
  await tx.settled();
}

async function putEvents(tx: Transaction, lines: EventLine[], { account, people }: State): Promise<void> {
  const translated = textWithPeople(people);
  const events = lines.map((line) => ({
    ...line,
    text: translated(JSON.stringify(line.body)),
    uncut_text: line.uncut && translated(JSON.stringify(line.uncut)),
  }));
  await queries.insertEvents(tx, account.uuid, events);
  const subjects = lines.flatMap(({ body, subjects }) =>
    subjects.map((record_uuid) => ({ event_uuid: body.uuid, record_uuid })),
  );
  if (subjects.length > 0) await queries.insertSubjects(tx, account.uuid, subjects);
}

/** Gives the members their Logins, and the owner theirs. */
async function letIn(
  core: Core,
  tx: Transaction,
  cause: Cause,
  account_uuid: string,
  { joining }: People,
  owner_uuid: string,
): Promise<Problem | null> {
  const others = joining.filter(({ user_uuid }) => user_uuid !== owner_uuid);
  for (const { user_uuid, role } of [{ user_uuid: owner_uuid, role: 'owner' as const }, ...others]) {
    const refusal = await joinUnasked(core, tx, cause, { account_uuid, user_uuid, role });
    if (refusal) return refusal;
  }
  return null;
}
