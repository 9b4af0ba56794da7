import type { Client, ClientImportField } from '@rapport/contract/clients';
import type { Cause } from '../../../access/caller.ts';
import { usersWithLogin } from '../../../accounts/logins/actions.ts';
import { recordEvents } from '../../../events/actions.ts';
import { toApiTime } from '../../../platform/clock.ts';
import type { Core } from '../../../platform/core.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from '../queries.ts';
import type { Column } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { type Outcome, type Plan, planRows } from './plan.ts';
import { cellOf } from './rules.ts';

/** Where rows go, and whether they are only tried. */
export type Target = { account_uuid: string; columns: Column[]; dry_run: boolean };

/**
 * Imports some rows in one transaction, with an event for each change; in a dry run all is decided and nothing written. When
 * another request takes an external_id between our look and our writing, all is undone and done again: now the look finds it.
 */
export async function importBatch(
  core: Core,
  cause: Cause,
  target: Target,
  rows: CsvRow[],
): Promise<Outcome> {
  for (;;) {
    const outcome = await core.db.transaction(async (tx) => {
      const plan = await planBatch(core, tx, target, rows);
      const refusal = target.dry_run ? null : await write(core, tx, cause, plan);
      return refusal ?? plan.outcome;
    });
    if (!(outcome instanceof Problem)) return outcome;
  }
}

async function planBatch(core: Core, tx: Transaction, target: Target, rows: CsvRow[]): Promise<Plan> {
  const { account_uuid, columns } = target;
  // What cannot be stored is refused row by row, and the database would not even look for it.
  const external_ids = cellsOf(columns, rows, 'external_id').filter((id) => !id.includes('\0'));
  const user_uuids = cellsOf(columns, rows, 'owner_uuid').filter(isUuid);
  if (external_ids.length > 0) await queries.waitForOtherChanges(tx, account_uuid);
  const clients =
    external_ids.length > 0 ? await queries.findClientsByExternalId(tx, account_uuid, external_ids) : [];
  const owners =
    user_uuids.length > 0 ? await usersWithLogin(tx, account_uuid, user_uuids) : new Set<string>();
  return planRows(rows, { account_uuid, columns, clients, owners, now: toApiTime(core.clock.now()) });
}

function cellsOf(columns: Column[], rows: CsvRow[], field: ClientImportField): string[] {
  return [...new Set(rows.map((row) => cellOf(columns, row, field)))].filter((cell) => cell !== null);
}

async function write(core: Core, tx: Transaction, cause: Cause, plan: Plan): Promise<Problem | null> {
  const { updates, changes } = plan;
  // Two imports that insert the same external_ids in different orders would block each other.
  const inserts = plan.inserts.toSorted(byExternalId);
  if (inserts.length > 0 && (await queries.insertClients(tx, inserts)).size < inserts.length) {
    return new Problem('conflict', 'Another request has just taken an external_id.');
  }
  // None is 'taken': the Clients were found by the external_id that they keep.
  if (updates.length > 0) await queries.updateClients(tx, updates);
  await recordEvents(core, tx, cause, changes);
  return null;
}

function byExternalId({ external_id: a }: Client, { external_id: b }: Client): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
