import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compose, type Enclosure, type Letter } from './compose.ts';

/** Markdown that takes longer is made to: 100,000 characters of a letter take half a second. */
const TIME_MAX_MS = 5_000;

/** The worst Markdown of so many characters takes 20 ms, less than a thread does to begin. */
const HERE_MAX_CHARACTERS = 5_000;
const HEAP_MAX_MB = 256;

/**
 * Makes a mail, a long one in a thread of its own: some Markdown takes many seconds, which would
 * hold the service. Then it is made without.
 */
export async function composeApart(
  letter: Letter,
  enclosures: Enclosure[] = [],
  time_max_ms = TIME_MAX_MS,
): Promise<Buffer> {
  if (letter.text.length <= HERE_MAX_CHARACTERS && enclosures.length === 0)
    return compose(letter).catch(() => compose(letter, [], { is_plain: true }));
  const made = await inThread({ letter, enclosures, is_plain: false }, time_max_ms);
  return (
    made ??
    (await inThread({ letter, enclosures, is_plain: true }, TIME_MAX_MS)) ??
    Promise.reject(new Error('No mail was made.'))
  );
}

async function inThread(
  asked: { letter: Letter; enclosures: Enclosure[]; is_plain: boolean },
  time_max_ms: number,
): Promise<Buffer | null> {
  // Written like an import, so that the package names the JavaScript file (0054).
  const thread = new Worker(join(import.meta.dirname, './compose-thread.ts'), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  });
  const answer = Promise.withResolvers<Uint8Array | null>();
  const onEnd = () => answer.resolve(null);
  const timer = setTimeout(onEnd, time_max_ms);
  thread.on('message', answer.resolve).on('error', onEnd).on('exit', onEnd);
  thread.postMessage(asked);
  const bytes = await answer.promise;
  clearTimeout(timer);
  await thread.terminate();
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
