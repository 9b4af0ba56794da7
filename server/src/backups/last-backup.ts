import { Gauge, type Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { openDatabase, type Queryable } from '../platform/database/database.ts';
import { look } from '../platform/telemetry/look.ts';
import type { Clock } from '../platform/time/clock.ts';

/** When the newest backup was made; null: never. `since`: when the first migration was applied. */
export type BackupState = { made_at: string | null; since: string };

export async function readBackupState(db: Queryable): Promise<BackupState> {
  const [row] = await db.query<BackupState>(sql`
    SELECT (SELECT made_at FROM last_backup) AS made_at, min(applied_at) AS since FROM migrations`);
  return row!;
}

/** The SQLSTATEs of PostgreSQL. */
export const UNDEFINED_TABLE = '42P01';
const READ_ONLY = '25006';

/**
 * Notes the time of a backup for the doctor and /metrics. A backup before an upgrade may meet a
 * schema without this table, and is noted after it. A standby takes no note; its backup is good.
 */
export async function noteBackup(connectionString: string, made_at: string): Promise<void> {
  const db = openDatabase(connectionString, { connections: 1 });
  try {
    await db.query(sql`
      INSERT INTO last_backup (made_at) VALUES (${made_at})
      ON CONFLICT (only_row) DO UPDATE SET made_at = excluded.made_at`);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (![UNDEFINED_TABLE, READ_ONLY].includes(code)) throw error;
  } finally {
    await db.close();
  }
}

/** The age of the newest backup: an alert on it hears of every way in which backups stop. */
export function backupGauge(registry: Registry, db: Queryable, clock: Clock): void {
  new Gauge({
    name: 'rapport_backup_age_seconds',
    help: 'How long ago the newest backup was made; without one, the installation.',
    registers: [registry],
    async collect() {
      const found = await look(() => readBackupState(db));
      this.reset();
      if (found) this.set((clock.now().getTime() - Date.parse(found.made_at ?? found.since)) / 1000);
    },
  });
}
