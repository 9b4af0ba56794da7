import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../problem.ts';

/** A load balancer asks again soon, and should not wait for a frozen database. */
const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: the database also answers and commits changes.
 * Neither looks at the worker of this process: when a worker fails, the process ends.
 */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    const state = await Promise.race([
      databaseState(db),
      delay(READY_TIMEOUT_MS, 'silent' as const, { ref: false }),
    ]);
    if (state === 'silent')
      return new Problem('unavailable', 'The database does not answer. See the log for the reason.');
    if (state === 'unconfirmed') {
      const detail =
        'The database confirms no changes, because its standbys are away. Run `npx rapport doctor` for the reason.';
      return new Problem('unavailable', detail);
    }
    if (state === 'read-only') {
      const detail =
        'The database is read-only, so no change can be made. Run `npx rapport doctor` for the reason.';
      return new Problem('unavailable', detail);
    }
    return { status: 'ok' };
  });
}

async function databaseState(
  db: Database,
): Promise<'takes changes' | 'read-only' | 'unconfirmed' | 'silent'> {
  try {
    // When a synchronous standby is missing, our commits wait for ever although everything else
    // works.
    const [row] = await db.query<{ read_only: boolean; unconfirmed: boolean }>(sql`
      SELECT current_setting('transaction_read_only') = 'on' AS read_only,
        EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user
          AND state_change < clock_timestamp() - interval '3 s') AS unconfirmed`);
    if (row!.read_only) return 'read-only';
    return row!.unconfirmed ? 'unconfirmed' : 'takes changes';
  } catch {
    return 'silent';
  }
}
