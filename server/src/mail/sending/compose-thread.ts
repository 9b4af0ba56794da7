import { parentPort } from 'node:worker_threads';
import { compose, type Enclosure, type Letter } from './compose.ts';

type Asked = { letter: Letter; enclosures: Enclosure[]; is_plain: boolean };

/** A thread that makes mails. It knows no secret, and may be ended at any time. */
parentPort!.on('message', async ({ letter, enclosures, is_plain }: Asked) => {
  try {
    parentPort!.postMessage(await compose(letter, enclosures, { is_plain }));
  } catch {
    parentPort!.postMessage(null);
  }
});
