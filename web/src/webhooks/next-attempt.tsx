import { Time, useHasCome } from '../layout/time.tsx';
import { webhooks as texts } from '../texts/webhooks.ts';

/**
 * The time of a delivery's next attempt. While its receiver fails, no attempt comes before
 * `next_probe_at` of the subscription. A due delivery waits behind others for an unknown time.
 */
export function NextAttempt({ at, next_probe_at }: { at: string; next_probe_at: string | null }) {
  const probe_at =
    next_probe_at !== null && Date.parse(next_probe_at) > Date.parse(at) ? next_probe_at : null;
  const hasCome = useHasCome(probe_at ?? at);
  if (hasCome) return texts.nextIsDue;
  return (
    <>
      {probe_at ? texts.nextWaits : texts.next} <Time at={probe_at ?? at} />
    </>
  );
}

/** The time of the next attempt at a failing receiver. */
export function NextProbe({ at }: { at: string }) {
  if (useHasCome(at)) return texts.probeIsDue;
  return (
    <>
      {texts.nextProbe} <Time at={at} />.
    </>
  );
}
