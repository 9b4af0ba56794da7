import { parentPort } from 'node:worker_threads';
import { compose, type Letter } from './compose.ts';

/** A thread that makes mails. It knows no secret, and may be ended at any time. */
parentPort!.on('message', async ({ letter, is_plain }: { letter: Letter; is_plain: boolean }) => {
  try {
    parentPort!.postMessage(await compose(letter, { is_plain }));
  } catch {
    parentPort!.postMessage(null);
  }
});
