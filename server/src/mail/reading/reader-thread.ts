import { parentPort } from 'node:worker_threads';
import { readForwarded, readSigns } from './read-drop.ts';
import { readHead, readMail } from './read-mail.ts';
import { readReport } from './read-report.ts';

const READ = {
  head: readHead,
  mail: readMail,
  report: readReport,
  signs: readSigns,
  forwarded: readForwarded,
};

/** A thread that reads mails of strangers. It knows no secret, and may be ended at any time. */
parentPort!.on('message', async ({ is, bytes }: { is: keyof typeof READ; bytes: Uint8Array }) => {
  try {
    parentPort!.postMessage({ read: await READ[is](bytes) });
  } catch {
    parentPort!.postMessage({ read: null });
  }
});

await import('postal-mime');
parentPort!.postMessage('begun');
