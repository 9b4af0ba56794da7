import { Refusal } from './refusals.ts';

/** The state of an event in a store: new, claimed by a handler, or handled. */
export type SeenState = 'new' | 'in_progress' | 'handled';

/**
 * Remembers events by a key, so that each is handled once. Keep keys for five days: the last
 * attempt of a delivery comes after about 76 hours. Several processes need a shared store, such as
 * Redis (see the README). The key is the event's `uuid`. A receiver of many subscriptions puts the
 * subscription's uuid before it, because each of them gets the event, for its own customer.
 */
export interface SeenStore {
  /**
   * Returns the state before and, in the same step, turns `new` into `in_progress`. The claim of a
   * crashed handler should expire.
   */
  claim(key: string): SeenState | Promise<SeenState>;
  /**
   * Ends a claim. False: the handler failed, so the event is new again and the next attempt handles
   * it.
   */
  settle(key: string, isHandled: boolean): void | Promise<void>;
}

/**
 * Returns the key of an event. `subscription_uuid` is given by a receiver of many subscriptions.
 */
export function seenKey(event_uuid: string, subscription_uuid: string | undefined): string {
  return subscription_uuid === undefined ? event_uuid : `${subscription_uuid}:${event_uuid}`;
}

/** Claims an event. Refused: `body_not_json` for a body without the `uuid` of an event. */
export async function claimEvent(
  seen: SeenStore,
  { uuid }: { uuid?: unknown },
  subscription_uuid?: string,
): Promise<SeenState | Refusal> {
  if (typeof uuid === 'string') return seen.claim(seenKey(uuid, subscription_uuid));
  return new Refusal(
    'body_not_json',
    'The body has no `uuid`, so it is no event and cannot be told from others.',
  );
}

/** About ten megabytes. The oldest events are dropped first. */
const MAX_EVENTS = 100_000;

/** A handler that runs longer is taken for dead, and the next attempt may handle the event. */
const CLAIM_MS = 10 * 60_000;

/** A store for a single process. It loses all at the end of the process. */
export function memoryStore(): SeenStore {
  const events = new Map<string, { state: 'in_progress' | 'handled'; at_ms: number }>();
  return {
    claim(key) {
      const now_ms = performance.now();
      const known = events.get(key);
      if (known?.state === 'handled') return 'handled';
      if (known && now_ms - known.at_ms < CLAIM_MS) return 'in_progress';
      events.set(key, { state: 'in_progress', at_ms: now_ms });
      if (events.size > MAX_EVENTS) events.delete(events.keys().next().value as string);
      return 'new';
    },
    settle(key, isHandled) {
      if (isHandled) events.set(key, { state: 'handled', at_ms: performance.now() });
      else events.delete(key);
    },
  };
}
