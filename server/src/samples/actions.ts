import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@rapport/contract/languages';
import { BATCH_MAX, type BatchRequest } from '@rapport/contract/records/batches';
import type { Caller } from '../access/caller.ts';
import { refuseUnless } from '../access/rules.ts';
import { findUsual } from '../accounts/look-ups.ts';
import { clients } from '../crm/clients/kind.ts';
import { contacts } from '../crm/contacts/kind.ts';
import { deals } from '../crm/deals/kind.ts';
import { notes } from '../crm/notes/kind.ts';
import { tasks } from '../crm/tasks/kind.ts';
import { findLanguage } from '../identity/look-ups.ts';
import { Problem } from '../platform/problem.ts';
import { runBatch } from '../records/batch/actions.ts';
import type { AnyKind, RecordsCore } from '../records/kind.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

const FOLDER = join(import.meta.dirname, '../../../examples/data');
/** The file of 503 real companies. The import recognises its columns by their names. */
const COMPANIES_FILE = join(FOLDER, 'companies.csv');
/** Invented people, deals, tasks and notes about some of them. */
const CRM_FILE = join(FOLDER, 'sample-crm.json');
/** Their texts in German, by the English ones. The companies keep their English fields. */
const GERMAN_FILE = join(FOLDER, 'sample-crm.de.json');

/** The kinds in the order of their removal: records that refer to others come first. */
const SAMPLED: readonly AnyKind[] = [notes, tasks, deals, contacts, clients];

/**
 * Fills an empty Account with the data of a business at work. 409 for an Account that has or had
 * records, which nobody could tell from the samples.
 */
export async function addSamplesTo(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  onError: (error: Error) => void,
): Promise<null | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'write_records', 'Account');
  if (refusal) return refusal;
  if (await queries.hasRecords(core.db, account_uuid))
    return new Problem(
      'conflict',
      'This Account has records already, or had some. Sample data is only added to an empty Account. Create another one to try Rapport.',
    );
  await addSampleData(core, caller, account_uuid, onError);
  return null;
}

/**
 * Fills a new Account with the data of a business at work. `caller` is its owner, whose language it
 * has.
 */
export async function addSampleData(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
  onError: (error: Error) => void,
): Promise<void> {
  const kinds: [AnyKind, (sample: rules.SampleCrm, around: rules.Around) => BatchRequest['operations']][] = [
    [clients, rules.clientOperations],
    [contacts, rules.contactOperations],
    [deals, rules.dealOperations],
    [tasks, rules.taskOperations],
    [notes, rules.noteOperations],
  ];
  try {
    const file = await open(COMPANIES_FILE);
    const { importByOperator } = await import('../records/import/actions.ts');
    const options = { mapping: new Map(), dry_run: false, strict: false };
    const watcher = { onError };
    await importByOperator(core, clients, caller, account_uuid, file, options, watcher).finally(() =>
      file.close(),
    );
    const language = await findLanguage(core.db, caller.user_uuid);
    const sample = await readSample(language);
    const place = await findUsual(core.db, account_uuid);
    const around: rules.Around = {
      uuids: {},
      stages: await queries.listStages(core.db, account_uuid),
      user_uuid: caller.user_uuid,
      currency: place?.currency ?? (language === 'de' ? 'EUR' : 'USD'),
      now: core.clock.now(),
    };
    for (const [kind, operationsOf] of kinds) {
      around.uuids[kind.definition.name] ??= await queries.findUuids(core.db, kind, account_uuid);
      await runAll(core, kind, caller, account_uuid, operationsOf(sample, around));
      around.uuids[kind.definition.name] = await queries.findUuids(core.db, kind, account_uuid);
    }
  } finally {
    // Each sample has an external_id. Others may add records of their own meanwhile.
    const added = await Promise.all(kinds.map(([kind]) => queries.findUuids(core.db, kind, account_uuid)));
    const uuids = added.flatMap((found) => [...found.values()]);
    await queries.markSamples(core.db, account_uuid, uuids);
  }
}

async function readSample(language: Language | null): Promise<rules.SampleCrm> {
  const sample = await readFile(CRM_FILE, 'utf8');
  if (language !== 'de') return JSON.parse(sample);
  const words = new Map(Object.entries(JSON.parse(await readFile(GERMAN_FILE, 'utf8'))));
  return JSON.parse(sample, (_, value) => words.get(value) ?? value);
}

/**
 * The number of sample records that an Account still has, and whether it has none of any sort, so
 * that samples can be added. 404 for an Account out of reach.
 */
export async function countSampleData(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
): Promise<{ count: number; is_empty: boolean } | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'read', 'Account');
  if (refusal) return refusal;
  const found = await Promise.all(SAMPLED.map((kind) => queries.listSamples(core.db, kind, account_uuid)));
  const count = found.flat().length;
  return { count, is_empty: count === 0 && !(await queries.hasRecords(core.db, account_uuid)) };
}

/** Deletes all sample records of an Account. Like any record, each can be restored for 30 days. */
export async function removeSampleData(
  core: RecordsCore,
  caller: Caller,
  account_uuid: string,
): Promise<null | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'write_all', 'Account');
  if (refusal) return refusal;
  for (const kind of SAMPLED) {
    const uuids = await queries.listSamples(core.db, kind, account_uuid);
    const operations = uuids.map((uuid) => ({ action: 'delete' as const, uuid }));
    const refused = await runAll(core, kind, caller, account_uuid, operations);
    if (refused) return refused;
  }
  return null;
}

/** Runs operations in as many batches as needed, and stops at the first that is refused. */
async function runAll(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  operations: BatchRequest['operations'],
): Promise<Problem | null> {
  for (let begin = 0; begin < operations.length; begin += BATCH_MAX) {
    const part = operations.slice(begin, begin + BATCH_MAX);
    const result = await runBatch(core, kind, caller, { account_uuid, operations: part });
    if (result instanceof Problem) return result;
  }
  return null;
}
