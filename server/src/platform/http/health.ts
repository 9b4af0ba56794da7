import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';

/** Who asks whether we are ready asks again soon, and does not wait for a frozen database. */
const READY_TIMEOUT_MS = 2_000;

/** `/healthz`: the process answers. `/readyz`: the database answers too, and the worker runs, if there is one here. */
export function healthRoutes(
  app: FastifyInstance,
  db: Database,
  workerIsRunning: (() => boolean) | null,
): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    const answered = db.query(sql`SELECT 1`).then(
      () => true,
      () => false,
    );
    const database = await Promise.race([answered, delay(READY_TIMEOUT_MS, false, { ref: false })]);
    if (!database)
      return new Problem('unavailable', 'The database does not answer. See the log for the reason.');
    if (workerIsRunning && !workerIsRunning())
      return new Problem('unavailable', 'The delivery worker has stopped. Restart Rapport.');
    return { status: 'ok' };
  });
}
