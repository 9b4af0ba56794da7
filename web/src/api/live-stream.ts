import type { LiveMessages } from '@rapport/contract/live';

/** A message of the stream. */
export type LiveMessage = {
  [Name in keyof LiveMessages]: { name: Name; data: LiveMessages[Name] };
}[keyof LiveMessages];

/** The service sends a pulse every 15 s. After a longer silence the stream is dead. */
const SILENCE_MAX_MS = 20_000;

/** The time between looks at the clock, which goes on while the computer sleeps. */
const LOOK_INTERVAL_MS = 1_000;

/** The wait before another connection: not of all browsers at once, when a process has ended. */
const AFTER_LOSS_MS = { least: 200, spread: 600 };

/** The wait after a refusal, such as for a session that has ended. */
const AFTER_REFUSAL_MS = { least: 10_000, spread: 10_000 };

const NAMES: (keyof LiveMessages)[] = ['changed', 'access', 'missed', 'pulse'];

/**
 * Follows the stream, beginning with what was told in the last `missed_ms`, and connects again
 * whenever it is lost. The service then tells what was missed meanwhile. Returns the function that
 * ends it.
 */
export function openStream(missed_ms: number, tell: (message: LiveMessage) => void): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let heard_at = Date.now() - missed_ms;
  let tried_at = 0;
  const connect = () => {
    clearTimeout(again);
    source?.close();
    tried_at = Date.now();
    source = new EventSource(`/api/v2/live?missed_ms=${Math.max(0, tried_at - heard_at)}`);
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      const { least, spread } = isRefused ? AFTER_REFUSAL_MS : AFTER_LOSS_MS;
      clearTimeout(again);
      again = setTimeout(connect, least + Math.random() * spread);
      tried_at = Date.now() + least + spread;
    };
    for (const name of NAMES)
      source.addEventListener(name, ({ data }) => {
        heard_at = Date.now();
        if (name !== 'pulse') tell({ name, data: JSON.parse(data) } as LiveMessage);
      });
  };
  // After a sleep the clock has gone on, and the stream may be dead without a sign.
  const look = () => {
    if (Date.now() - Math.max(heard_at, tried_at) > SILENCE_MAX_MS) connect();
  };
  connect();
  const looking = setInterval(look, LOOK_INTERVAL_MS);
  return () => {
    clearInterval(looking);
    clearTimeout(again);
    source.close();
  };
}
