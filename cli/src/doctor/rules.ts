import type { DeliveryHealth } from '../../../server/src/webhooks/deliveries/health.ts';

/** One line of the doctor. `detail` says what was found and, when it is not ok, what to do. */
export type Check = { check: string; ok: boolean; detail: string };

/** A full disk stops the database; with less than this left it is time to act. */
const DISK_FREE_MIN_BYTES = 1e9;

export function judgeDisk(free_bytes: number): Check {
  const free = `${(free_bytes / 1e9).toFixed(1)} GB free`;
  if (free_bytes >= DISK_FREE_MIN_BYTES) return ok('disk space', free);
  return problem('disk space', `Only ${free}, and a full disk stops the database. Free some of it.`);
}

/** `ours` are the migrations of this release, `applied` those of the database. */
export function judgeMigrations(ours: string[], applied: string[]): Check {
  const unknown = applied.filter((name) => !ours.includes(name));
  if (unknown.length > 0) {
    const detail = `The database has ${unknown.join(', ')}, which this release does not know. Run the newer release.`;
    return problem('migrations', detail);
  }
  const missing = ours.filter((name) => !applied.includes(name));
  if (missing.length === 0) return ok('migrations', `all ${ours.length} applied`);
  return problem('migrations', `Not applied: ${missing.join(', ')}. Apply with: npx rapport migrate`);
}

/** Clocks kept by NTP are milliseconds apart, and receivers refuse a webhook whose time is minutes away. */
const CLOCK_DISTANCE_MAX_MS = 10_000;

export function judgeClock(offset_ms: number): Check {
  const distance_ms = Math.abs(offset_ms);
  if (distance_ms <= CLOCK_DISTANCE_MAX_MS) return ok('clock', `${distance_ms} ms from the database's`);
  const distance = `${Math.round(distance_ms / 1000)} s from the database's, whose time webhooks and tokens carry`;
  return problem('clock', `${distance}. Switch on NTP on both machines.`);
}

/** Workers look every second, and the lease of a killed one ends after half a minute. */
const LAG_MAX_MS = 60_000;

/** Whether workers keep up, whether any left work behind, and whether receivers take what they get. */
export function judgeDeliveries(health: DeliveryHealth): Check[] {
  const { open, lag_ms, lost, workers, failing_receivers } = health;
  const waiting = open.new + open.waiting;
  const found = `${waiting} ${waiting === 1 ? 'waits' : 'wait'}, ${open.sending} on the way`;
  const running = `${workers} ${workers === 1 ? 'worker runs' : 'workers run'}`;
  const lag_s = Math.round(lag_ms / 1000);
  const lag =
    workers === 0
      ? `${found}, but no worker took any for ${lag_s} s. Start one: npx rapport serve --role worker`
      : `${found}, the oldest for ${lag_s} s. ${running} and cannot keep up. Start another: npx rapport serve --role worker`;
  const checks = [
    lag_ms <= LAG_MAX_MS ? ok('deliveries', `${found}; ${running}`) : problem('deliveries', lag),
  ];
  if (lost > 0) {
    const detail = `${lost} on the way were left by a worker that is gone, and no other takes them over. Start one: npx rapport serve --role worker`;
    checks.push(problem('lost deliveries', detail));
  }
  if (failing_receivers > 0) {
    // Not ours to mend, so no problem of the service.
    const detail = `${failing_receivers} fail at the moment and get one probe at a time; their Users see it at their webhooks`;
    checks.push(ok('receivers', detail));
  }
  return checks;
}

export function ok(check: string, detail: string): Check {
  return { check, ok: true, detail };
}

export function problem(check: string, detail: string): Check {
  return { check, ok: false, detail };
}
