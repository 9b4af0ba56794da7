/** Aborted at Ctrl+C, and when the process is asked to end. What runs until then ends in order, with exit code 0. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort());
  return controller.signal;
}
