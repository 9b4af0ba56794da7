import { parentPort } from 'node:worker_threads';
import { startImapServer } from './imap-server.ts';

// A mail server in a thread, so that its memory is not that of whoever connects to it.
const { port } = await startImapServer();
parentPort!.postMessage(port);
