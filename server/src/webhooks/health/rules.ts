import type { HealthFigures, HealthPeriod } from '@rapport/contract/webhook-health';
import { toApiTime } from '../../platform/time/clock.ts';
import type { HourSums } from '../queue/tally.ts';

export type Hour = Omit<HourSums, 'subscription_uuid' | 'called_at'>;

const HOUR_MS = 3_600_000;

/** Returns the figures of `steps` stretches of `step_hours` hours each, up to the present hour. */
export function periodOf(hours: Hour[], now: Date, steps: number, step_hours: number): HealthPeriod {
  const step_ms = step_hours * HOUR_MS;
  const end_ms = now.getTime() - (now.getTime() % HOUR_MS) + HOUR_MS;
  const begin_ms = end_ms - steps * step_ms;
  const byStep = Map.groupBy(hours, ({ hour }) => Math.floor((Date.parse(hour) - begin_ms) / step_ms));
  const inside = [...byStep].flatMap(([step, found]) => (step >= 0 && step < steps ? found : []));
  return {
    ...figuresOf(inside),
    steps: Array.from({ length: steps }, (_, step) => ({
      since: toApiTime(new Date(begin_ms + step * step_ms)),
      ...figuresOf(byStep.get(step) ?? []),
    })),
  };
}

/** Adds up hours. A rate without attempts is null: neither a success nor a failure. */
function figuresOf(hours: Hour[]): HealthFigures {
  const sum = (field: 'succeeded' | 'failed' | 'duration_ms') =>
    hours.reduce((total, hour) => total + hour[field], 0);
  const [succeeded_count, failed_count] = [sum('succeeded'), sum('failed')];
  const attempts = succeeded_count + failed_count;
  const hasAny = attempts > 0;
  return {
    succeeded_count,
    failed_count,
    success_rate: hasAny ? succeeded_count / attempts : null,
    mean_ms: hasAny ? Math.round(sum('duration_ms') / attempts) : null,
    max_ms: hasAny ? Math.max(...hours.map((hour) => hour.duration_max_ms)) : null,
  };
}
