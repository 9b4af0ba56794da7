import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

// The lower bound for any sender: an HMAC and a POST, from memory, without durability or a log.
// Arguments: base address of the receiver, number of POSTs, number of paths.

const [base = '', countText, pathsText] = process.argv.slice(2);
const [count, paths] = [Number(countText), Number(pathsText)];
const CONCURRENCY = 256;
const secret = 'hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl';
const body = process.env.BODY ?? '{}';
const agent = new Agent({ pipelining: 1 });

let sent = 0;
// The first round warms up.
await sendAll();
process.send?.({ per_second: await sendAll() });
await agent.close();
process.disconnect?.();

async function sendAll(): Promise<number> {
  sent = 0;
  const started_ms = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  return count / ((performance.now() - started_ms) / 1000);
}

async function loop(): Promise<void> {
  while (sent < count) {
    const number = sent++;
    const rawBody = Buffer.from(body);
    const response = await request(`${base}/${number % paths}`, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'bare',
        'x-signature': createHmac('sha256', secret).update(rawBody).digest('hex'),
        'x-event': 'client.created',
        'x-delivery-uuid': randomUUID(),
        'webhook-id': randomUUID(),
      },
      body: rawBody,
    });
    await response.body.text();
  }
}
