import type { Role } from '../../../server/src/platform/database/embedded/session.ts';
import type { DeliveryHealth } from '../../../server/src/webhooks/queue/queue-health.ts';
import { type Check, ok, problem } from './check.ts';

/** Workers look for deliveries every second, and the lease of a killed worker ends after 20 s. */
export const LAG_MAX_MS = 60_000;

/**
 * Judges whether workers keep up, and whether receivers accept their deliveries. `served` are the
 * roles served from the embedded database, which has room for one worker; null with another
 * database.
 */
export function judgeDeliveries(found: DeliveryHealth, served: Role[] | null): Check[] {
  const health = served ? withoutTheDead(found, served) : found;
  const { failing_receivers } = health;
  const checks = [judgeQueue(health, served)];
  if (failing_receivers > 0) {
    // Only the owners of these receivers can mend them, so this is no problem of the service.
    const detail = `${failing_receivers} fail at the moment and get one probe at a time; their Users see this at their webhooks`;
    checks.push(ok('receivers', detail));
  }
  return checks;
}

/**
 * Leaves out a killed worker, which counts until its lease ends. The embedded database shows at
 * once that no process serves from it.
 */
function withoutTheDead(health: DeliveryHealth, served: Role[]): DeliveryHealth {
  const most = served.includes('worker') ? 1 : 0;
  return { ...health, workers: Math.min(health.workers, most) };
}

function judgeQueue(health: DeliveryHealth, served: Role[] | null): Check {
  const { open, lag_ms, workers } = health;
  const waiting = open.new + open.waiting;
  const found = `${waiting} ${waiting === 1 ? 'waits' : 'wait'}, ${open.sending} on the way`;
  const running = `${workers} ${workers === 1 ? 'worker runs' : 'workers run'}`;
  if (lag_ms <= LAG_MAX_MS) {
    if (workers > 0 || !lacksWorker(served)) return ok('deliveries', `${found}; ${running}`);
    return problem(
      'deliveries',
      `${found}. No worker runs, so no webhook is sent. ${howToHelp(health, served)}`,
    );
  }
  const lag_s = Math.round(lag_ms / 1000);
  const why =
    workers === 0
      ? `${found}, but no worker took any for ${lag_s} s`
      : `${found}, the oldest for ${lag_s} s. ${running} and cannot keep up`;
  return problem('deliveries', `${why}. ${howToHelp(health, served)}`);
}

/**
 * True when a worker should run and does not. A stopped embedded database needs none, and a worker
 * that has just started is not known yet.
 */
function lacksWorker(served: Role[] | null): boolean {
  return served === null || (served.includes('api') && !served.includes('worker'));
}

/** Returns the advice for more throughput. With an embedded database a second worker is refused. */
function howToHelp({ workers }: DeliveryHealth, served: Role[] | null): string {
  if (workers > 0) {
    return served
      ? 'Read its log to find the reason. The embedded database has room for one worker; move to a PostgreSQL of your own with DATABASE_URL, where several can run (docs/operate/backups.md).'
      : 'Start another: npx rapport serve --role worker';
  }
  if (served === null) return 'Start Rapport (npm start), or a worker: npx rapport serve --role worker';
  if (served.length === 0) return 'Rapport does not run. Start it: npm start';
  if (!served.includes('worker')) return 'Start one: npx rapport serve --role worker';
  return 'The running worker does not report. Read its log, and restart Rapport.';
}
