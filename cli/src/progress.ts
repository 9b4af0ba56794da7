import cliProgress from 'cli-progress';
import { printError } from './print.ts';

export type Progress = { onProgress: (done: number, total: number) => void; stop: () => void };

/** For `--json`: programs read no progress. */
export const SILENT_PROGRESS: Progress = { onProgress: () => {}, stop: () => {} };

/** How much is done between two lines of progress, when the output is no terminal. */
const STEP = 10_000;

/**
 * Shows the progress of many `things` on stderr: a bar on a terminal, and otherwise a line from
 * time to time.
 */
export function showProgress(things: string): Progress {
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    format: `{bar} {percentage} % | {value} of {total} ${things} | {eta_formatted} left`,
    clearOnComplete: true,
    // With its defaults, the bar would leave the terminal without cursor and line wrap when the
    // command is ended early.
    hideCursor: false,
    linewrap: true,
  });
  let shown = 0;
  const onProgress = (done: number, total: number) => {
    if (process.stderr.isTTY) {
      if (shown === 0) bar.start(total, 0);
      bar.update(done);
    } else if (Math.floor(done / STEP) > Math.floor(shown / STEP)) {
      printError(`${done} of ${total} ${things}`);
    }
    shown = done;
  };
  return { onProgress, stop: () => bar.stop() };
}
