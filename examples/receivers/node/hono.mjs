// A complete receiver with Hono: `PORT=4000 SIGNING_SECRET=… node hono.mjs`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const { PORT = '4000', SIGNING_SECRET = '' } = process.env;
const BODY_MAX_BYTES = 2 * 1024 * 1024;
const secrets = SIGNING_SECRET.split(',').map((secret) => secret.replace(/^whsec_/, ''));
if (!secrets.every((secret) => /^[A-Za-z0-9]{60}$/.test(secret)))
  throw new Error(
    'SIGNING_SECRET must have the 60 characters of the subscription: check that the variable is set.',
  );

const app = new Hono();
app.post('/', bodyLimit({ maxSize: BODY_MAX_BYTES }), async (context) => {
  const body = Buffer.from(await context.req.arrayBuffer());
  if (!isGenuine(body, context.req.header('x-signature'))) return context.body(null, 401);
  handle(JSON.parse(body));
  return context.body(null, 200);
});

/** Your own work goes here. When it throws, the service gets a 500 and sends the event again. */
function handle({ event, uuid }) {
  console.log(JSON.stringify({ status: 200, event, uuid }));
}

/** True when one of the secrets signed exactly these bytes. Compares in constant time. */
function isGenuine(body, signature) {
  const given = Buffer.from(signature ?? '');
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.error(`Receiving on http://127.0.0.1:${port}`);
});
