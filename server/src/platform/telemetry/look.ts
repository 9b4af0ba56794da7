import { setTimeout as delay } from 'node:timers/promises';

/** Prometheus waits ten seconds at most, and learns nothing from an answer that comes later. */
const LOOK_TIMEOUT_MS = 5_000;

/** Reads for /metrics. Null when it fails or takes too long: the numbers are then left out. */
export function look<Found>(read: () => Promise<Found>): Promise<Found | null> {
  return Promise.race([read().catch(() => null), delay(LOOK_TIMEOUT_MS, null, { ref: false })]);
}
