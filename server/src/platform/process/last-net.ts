import type { FastifyBaseLogger } from 'fastify';

/**
 * So many errors within so long are no accident: the process may be in a state that nobody knows.
 */
const STRAYS_MAX = 5;
const WITHIN_MS = 60_000;

const LOST =
  'an error of ours outside any request or job: what it belonged to may get no answer, and is undone; all else goes on';

/**
 * Keeps the process alive when code of ours throws where nobody catches it: one request must not
 * end those of all others. It logs the error with what is lost. Calls `onTooMany` with the last
 * error when more come than an accident explains. Returns the function that takes the net away.
 */
export function catchStrays(log: FastifyBaseLogger, onTooMany: (error: Error) => void): () => void {
  let times_ms: number[] = [];
  const take = (thrown: unknown) => {
    const err = thrown instanceof Error ? thrown : new Error(String(thrown));
    log.fatal({ err }, LOST);
    const now_ms = performance.now();
    times_ms = [...times_ms.filter((time_ms) => now_ms - time_ms < WITHIN_MS), now_ms];
    if (times_ms.length === STRAYS_MAX) onTooMany(err);
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
  return () => {
    process.off('uncaughtException', take);
    process.off('unhandledRejection', take);
  };
}
