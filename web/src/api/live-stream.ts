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
const AFTER_LOSS_MS = { least: 100, spread: 300 };

/** The clock has gone on by more than this between two looks only in a sleep. */
const SLEPT_MS = 5_000;

/** A stream of which something came within this time is alive. */
const ALIVE_MS = 1_000;

/**
 * The wait after a refusal, such as by a proxy while the service starts anew. It grows when that
 * takes longer than a start: a session that has ended is refused for long.
 */
const AFTER_REFUSAL_MS = { least: 300, most: 10_000 };
const START_MS = 30_000;

const NAMES: (keyof LiveMessages)[] = ['changed', 'access', 'missed', 'pulse'];

/** `check` connects again unless the stream is surely alive: a sleep ends it without a sign. */
export type Stream = { check: () => void; end: () => void };

/**
 * Follows the stream, beginning with what was told in the last `missed_ms`, and connects again
 * whenever it is lost. The service then tells what was missed meanwhile.
 */
export function openStream(missed_ms: number, tell: (message: LiveMessage) => void): Stream {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let heard_at = Date.now() - missed_ms;
  let began_at = 0;
  /** Nothing is to be heard before this time. */
  let due_at = 0;
  let refusals = 0;
  const connect = () => {
    clearTimeout(again);
    source?.close();
    began_at = Date.now();
    due_at = began_at;
    source = new EventSource(`/api/v2/live?missed_ms=${Math.max(0, began_at - heard_at)}`);
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      const { least, spread } = isRefused ? afterRefusal(refusals) : AFTER_LOSS_MS;
      if (isRefused && Date.now() - heard_at > START_MS) refusals += 1;
      clearTimeout(again);
      again = setTimeout(connect, least + Math.random() * spread);
      due_at = Date.now() + least + spread;
    };
    for (const name of NAMES)
      source.addEventListener(name, ({ data }) => {
        heard_at = Date.now();
        refusals = 0;
        if (name !== 'pulse') tell({ name, data: JSON.parse(data) } as LiveMessage);
      });
  };
  const check = () => {
    if (Date.now() - Math.max(heard_at, began_at) > ALIVE_MS) connect();
  };
  let looked_at = Date.now();
  const look = () => {
    const now = Date.now();
    if (now - Math.max(heard_at, due_at) > SILENCE_MAX_MS) connect();
    else if (now - looked_at > SLEPT_MS) check();
    looked_at = now;
  };
  connect();
  const looking = setInterval(look, LOOK_INTERVAL_MS);
  const end = () => {
    clearInterval(looking);
    clearTimeout(again);
    source.close();
  };
  return { check, end };
}

function afterRefusal(refusals: number) {
  const least = Math.min(AFTER_REFUSAL_MS.least * 2 ** refusals, AFTER_REFUSAL_MS.most);
  return { least, spread: least };
}
