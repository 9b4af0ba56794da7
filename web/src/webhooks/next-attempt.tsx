import { Time, useHasCome } from '../layout/time.tsx';
import { webhooks as texts } from '../texts/webhooks.ts';

/** When a delivery is tried next. One that is due waits for others before it, or for a receiver that fails: nobody knows how long. */
export function NextAttempt({ at }: { at: string }) {
  if (useHasCome(at)) return texts.nextIsDue;
  return (
    <>
      {texts.next} <Time at={at} />
    </>
  );
}
