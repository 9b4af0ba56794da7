/**
 * Returns a signal that is aborted at Ctrl+C, when the process is asked to end, and when nobody
 * reads its output any more, as in `… | head -1`. The command then ends in order, with exit code 0.
 */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort());
  process.stdout.on('error', () => controller.abort());
  return controller.signal;
}
