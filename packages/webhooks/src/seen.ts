import { Refusal } from './refusals.ts';

/** What a store knows of an event: nothing yet, that a handler is at work on it, or that one has finished. */
export type SeenState = 'new' | 'in_progress' | 'handled';

/**
 * Remembers events by `uuid`, so that each is handled once. Keep them for five days: the last attempt of a delivery comes
 * after about 76 hours. Several processes need a shared store; with Redis it is `SET … NX GET EX` and `DEL`, see the README.
 */
export interface SeenStore {
  /** In one step: the state before, and from now on `in_progress` if it was `new`. A crashed handler's claim should expire. */
  claim(event_uuid: string): SeenState | Promise<SeenState>;
  /** True: it is handled. False: the handler failed, so the event is new again and the next attempt handles it. */
  settle(event_uuid: string, isHandled: boolean): void | Promise<void>;
}

/** Claims an event. Refused: `body_not_json` for a body that has no `uuid` to be remembered by. */
export async function claimEvent(
  seen: SeenStore,
  { uuid }: { uuid?: unknown },
): Promise<SeenState | Refusal> {
  if (typeof uuid === 'string') return seen.claim(uuid);
  return new Refusal(
    'body_not_json',
    'The body has no `uuid`, so it is no event and cannot be told from others.',
  );
}

/** Some ten megabytes at most; the oldest are dropped first. */
const MAX_EVENTS = 100_000;

/** A store for one process. What it remembers ends with the process. */
export function memoryStore(): SeenStore {
  const states = new Map<string, SeenState>();
  return {
    claim(event_uuid) {
      const state = states.get(event_uuid);
      if (state !== undefined) return state;
      states.set(event_uuid, 'in_progress');
      if (states.size > MAX_EVENTS) states.delete(states.keys().next().value as string);
      return 'new';
    },
    settle(event_uuid, isHandled) {
      if (isHandled) states.set(event_uuid, 'handled');
      else states.delete(event_uuid);
    },
  };
}
