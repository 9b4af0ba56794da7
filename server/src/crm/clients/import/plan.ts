import type { Client } from '@rapport/contract/clients';
import type { Change } from '../../../events/change.ts';
import { changedFields } from '../../../platform/changed-fields.ts';
import { newUuid } from '../../../platform/ids.ts';
import { changedClient, clientErrors, newClient, OWNER_NOT_FOUND } from '../rules.ts';
import type { Column } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { asFailures, cellOf, clientFields, type RowFailure, rowFailures, schemaErrors } from './rules.ts';

/** Where the rows go, and what the database has that they speak of. */
type Surroundings = {
  account_uuid: string;
  columns: Column[];
  /** The Clients that have one of the external_ids. */
  clients: Client[];
  /** Those of the owners who may be one. */
  owners: Set<string>;
  now: string;
};

/** What became of some rows. */
export type Outcome = {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** The faults of each row that failed. */
  failures: RowFailure[][];
};

export const NOTHING_DONE: Outcome = { created: 0, updated: 0, unchanged: 0, failed: 0, failures: [] };

/** The first are enough to see what is wrong; a hostile file must not cost a long answer. */
const FAILED_ROWS_MAX = 1000;
const FAULTS_A_ROW_MAX = 10;

export function addOutcome(sum: Outcome, more: Outcome): Outcome {
  return {
    created: sum.created + more.created,
    updated: sum.updated + more.updated,
    unchanged: sum.unchanged + more.unchanged,
    failed: sum.failed + more.failed,
    failures: [...sum.failures, ...more.failures].slice(0, FAILED_ROWS_MAX),
  };
}

/** What is to be written. A Client that one row creates and a later one changes is written once, and has both events. */
export type Plan = { outcome: Outcome; inserts: Client[]; updates: Client[]; changes: Change[] };

type Decision = { failures: RowFailure[] } | { client: Client; change: Change | null };

/** Decides what each row does, as if they came one after the other. */
export function planRows(rows: CsvRow[], surroundings: Surroundings): Plan {
  const outcome: Outcome = { ...NOTHING_DONE, failures: [] };
  const inserts = new Map<string, Client>();
  const updates = new Map<string, Client>();
  const changes: Change[] = [];
  const known = new Map(surroundings.clients.map((client) => [client.external_id, client]));
  for (const row of rows) {
    const decision = decide(row, known.get(cellOf(surroundings.columns, row, 'external_id')), surroundings);
    if ('failures' in decision) {
      outcome.failed += 1;
      outcome.failures.push(decision.failures.slice(0, FAULTS_A_ROW_MAX));
      continue;
    }
    const { client, change } = decision;
    if (change === null) {
      outcome.unchanged += 1;
      continue;
    }
    const isNew = change.event === 'client.created';
    outcome[isNew ? 'created' : 'updated'] += 1;
    changes.push(change);
    (isNew || inserts.has(client.uuid) ? inserts : updates).set(client.uuid, client);
    if (client.external_id !== null) known.set(client.external_id, client);
  }
  return { outcome, inserts: [...inserts.values()], updates: [...updates.values()], changes };
}

/** The same steps as creating or updating over the API: the schema, the change, the rules. */
function decide(
  row: CsvRow,
  before: Client | undefined,
  { account_uuid, columns, owners, now }: Surroundings,
): Decision {
  const unreadable = rowFailures(columns, row);
  if (unreadable.length > 0) return { failures: unreadable };
  const fields = clientFields(columns, row, before);
  const misfits = schemaErrors(fields);
  if (misfits.length > 0) return { failures: asFailures(columns, row, misfits) };

  const client = before
    ? { ...changedClient(before, fields), version: before.version + 1, updated_at: now }
    : {
        uuid: newUuid(new Date(now)),
        account_uuid,
        version: 1,
        ...newClient(fields),
        created_at: now,
        updated_at: now,
      };
  const previous = before ? changedFields(before, client) : null;
  if (before && previous === null) return { client, change: null };

  const errors = clientErrors(client, before);
  const { owner_uuid } = client;
  if (owner_uuid !== null && owner_uuid !== before?.owner_uuid && !owners.has(owner_uuid))
    errors.push(OWNER_NOT_FOUND);
  if (errors.length > 0) return { failures: asFailures(columns, row, errors) };
  const event = before ? 'client.updated' : 'client.created';
  return { client, change: { event, account_uuid, record: client, previous } };
}
