import { LOG_LIFETIME_DAYS } from '@rapport/contract/webhook-deliveries';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { deleteBefore } from '../../platform/database/delete-before.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** The least time that finished deliveries and their attempts stay in the log. */
export const LOG_LIFETIME_MS = LOG_LIFETIME_DAYS * 24 * 3_600_000;

/** The time of a partition: few to read, and rows outlive their time by days only. */
const PARTITION_MS = 7 * 24 * 3_600_000;

/** The longest stay: a partition goes when the last delivery of its week is old enough. */
export const LOG_LIFETIME_MAX_MS = LOG_LIFETIME_MS + PARTITION_MS;

/** Made in advance, so that rows find their partition even if the hourly jobs fail for a month. */
const WEEKS_AHEAD = 4;

const TABLES = ['webhook_finished_deliveries', 'webhook_attempts'];

/** The longest wait for a partition's lock, because all later readers wait behind it. */
const LOCK_TIMEOUT = '2s';

/** Makes the partitions of this week and the next few, but not where the default one has rows. */
export async function preparePartitions(db: Queryable, clock: Clock): Promise<void> {
  const now_ms = clock.now().getTime();
  const thisWeek_ms = now_ms - (now_ms % PARTITION_MS);
  const there = await listPartitions(db);
  for (let n = 0; n <= WEEKS_AHEAD; n++) {
    const week = new Date(thisWeek_ms + n * PARTITION_MS);
    for (const table of TABLES)
      if (!there.includes(partitionName(table, week))) await makePartition(db, table, week);
  }
}

/** Drops old partitions and a batch of old rows from the default ones; returns how much. */
export async function dropOldPartitions(db: Queryable, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - LOG_LIFETIME_MS);
  const partitions = await listPartitions(db);
  const old = partitions.filter((name) => weekOf(name).getTime() + PARTITION_MS <= before.getTime());
  for (const name of old) await withLockTimeout(db, (tx) => tx.query(sql`DROP TABLE IF EXISTS ${raw(name)}`));
  const first = firstUuidAt(before);
  const deliveries = await deleteBefore(db, 'webhook_finished_deliveries_default', 'uuid', first);
  const attempts = await deleteBefore(db, 'webhook_attempts_default', 'delivery_uuid', first);
  return old.length + deliveries + attempts;
}

async function listPartitions(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = ANY(${TABLES}::regclass[]) AND relname ~ '_\\d{8}$' ORDER BY 1`);
  return rows.map((row) => row.name);
}

async function makePartition(db: Queryable, table: string, week: Date): Promise<void> {
  const [from, to] = [firstUuidAt(week), firstUuidAt(new Date(week.getTime() + PARTITION_MS))];
  const column = table === 'webhook_attempts' ? 'delivery_uuid' : 'uuid';
  await withLockTimeout(db, async (tx) => {
    const [taken] = await tx.query(sql`
      SELECT FROM ${raw(`${table}_default`)} WHERE ${raw(column)} >= ${from} AND ${raw(column)} < ${to} LIMIT 1`);
    if (taken) return;
    // This statement takes no parameters. Its three values are made here.
    await tx.query(
      sql`${raw(`CREATE TABLE IF NOT EXISTS ${partitionName(table, week)} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`)}`,
    );
  });
}

/** Does `work` while no other process makes or drops partitions. Gives up soon without a lock. */
async function withLockTimeout(db: Queryable, work: (tx: Queryable) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('webhook partitions', 0))`);
    await work(tx);
  });
}

function partitionName(table: string, week: Date): string {
  return `${table}_${week.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function weekOf(name: string): Date {
  return new Date(name.replace(/.*_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
}
