import { addDropBox } from '../../testing/hand-in.ts';
import { MAIL_DROP, startTestApp } from '../../testing/test-app.ts';

/** What the process of the service says once it listens. */
export type Listening = { base_url: string; token: string; email: string; address: string };

/**
 * What it says when it is asked: the time by its clock, and for how long it has done nothing but
 * one thing since. That is by the time of its thread: a machine that is busy holds every process.
 */
export type Asked = { now_ms: number; held_ms: number };

const STEP_MS = 6_000;

/**
 * A service in a process of its own, with a Contact and a drop box, that watches its event loop.
 * Each message lets its time pass, so that no limit of mails in a time stands in the way.
 */
const app = await startTestApp({ mail_drop: MAIL_DROP });
const ada = await app.addUser('Ada');
const account_uuid = await app.addAccount(ada);
const body = { account_uuid, last_name: 'Hopper', emails: [{ value: 'grace@navy.example' }] };
await app.call('POST', '/api/v2/contacts', { as: ada, body });
const address = await addDropBox(app, account_uuid, ada);
let held_us = 0;
// Each turn of the event loop calls it.
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  held_us = Math.max(held_us, user + system);
  before = process.threadCpuUsage();
}, 1);

process.on('message', () => {
  app.clock.advance(STEP_MS);
  process.send!({ now_ms: app.clock.now().getTime(), held_ms: held_us / 1000 } satisfies Asked);
  held_us = 0;
});
process.once('disconnect', async () => {
  await app.close();
  process.exit();
});
const { base_url } = app;
process.send!({ base_url, token: ada.token, email: ada.email, address } satisfies Listening);
