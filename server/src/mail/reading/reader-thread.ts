import { parentPort } from 'node:worker_threads';
import { readHead, readMail } from './read-mail.ts';

/** A thread that reads mails of strangers. It knows no secret, and may be ended at any time. */
parentPort!.on('message', async ({ is, bytes }: { is: 'head' | 'mail'; bytes: Uint8Array }) => {
  try {
    parentPort!.postMessage({ read: await (is === 'head' ? readHead(bytes) : readMail(bytes)) });
  } catch {
    parentPort!.postMessage({ read: null });
  }
});
