import { Refusal } from './refusals.ts';

/** The store's state of an event: unknown yet, in a handler's work, or handled. */
export type SeenState = 'new' | 'in_progress' | 'handled';

/**
 * Remembers events by a key, their `uuid`, so that each is handled once. Keep them for five days:
 * the last attempt of a delivery comes after about 76 hours. Several processes need a shared store;
 * with Redis it is `SET … NX GET EX` and `DEL`, see the README. In a receiver of many subscriptions
 * the uuid of the subscription stands before it: each of them is sent the event, for a customer of
 * its own.
 */
export interface SeenStore {
  /**
   * In one step: the state before, and from now on `in_progress` if it was `new`. A crashed
   * handler's claim should expire.
   */
  claim(key: string): SeenState | Promise<SeenState>;
  /**
   * True: it is handled. False: the handler failed, so the event is new again and the next attempt
   * handles it.
   */
  settle(key: string, isHandled: boolean): void | Promise<void>;
}

/** By what a store knows an event; `subscription_uuid` where a receiver has many. */
export function seenKey(event_uuid: string, subscription_uuid: string | undefined): string {
  return subscription_uuid === undefined ? event_uuid : `${subscription_uuid}:${event_uuid}`;
}

/** Claims an event. Refused: `body_not_json` for a body that has no `uuid` to be remembered by. */
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

/** Some ten megabytes at most; the oldest are dropped first. */
const MAX_EVENTS = 100_000;

/** A handler that has not ended by then never will: the next attempt is for another call of it. */
const CLAIM_MS = 10 * 60_000;

/** A store for one process, which forgets all at its end. */
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
