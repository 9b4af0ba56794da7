// A complete receiver with Express: `PORT=4000 SIGNING_SECRET=… node express.mjs`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const { PORT = '4000', SIGNING_SECRET = '' } = process.env;
const secrets = SIGNING_SECRET.split(',').map((secret) => secret.replace(/^whsec_/, ''));
if (!secrets.every((secret) => /^[A-Za-z0-9]{60}$/.test(secret)))
  throw new Error(
    'SIGNING_SECRET must have the 60 characters of the subscription: check that the variable is set.',
  );

const app = express();
// Not express.json(), because the signature covers the raw bytes.
app.post('/', express.raw({ type: () => true, limit: '2mb' }), (request, response) => {
  const body = request.body ?? Buffer.alloc(0);
  if (!isGenuine(body, request.get('x-signature'))) return response.sendStatus(401);
  handle(JSON.parse(body));
  response.sendStatus(200);
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

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  console.error(`Receiving on http://127.0.0.1:${server.address().port}`);
});
