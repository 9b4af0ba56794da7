// A complete receiver with Fastify: `PORT=4000 SIGNING_SECRET=… node fastify.mjs`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';

const { PORT = '4000', SIGNING_SECRET = '' } = process.env;
const BODY_MAX_BYTES = 2 * 1024 * 1024;
const secrets = SIGNING_SECRET.split(',').map((secret) => secret.replace(/^whsec_/, ''));
if (!secrets.every((secret) => /^[A-Za-z0-9]{60}$/.test(secret)))
  throw new Error(
    'SIGNING_SECRET must have the 60 characters of the subscription: check that the variable is set.',
  );

const app = Fastify({ bodyLimit: BODY_MAX_BYTES });
// Not parsed as JSON, because the signature covers the raw bytes.
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request, body) => body);
app.post('/', async ({ body, headers }, reply) => {
  if (!isGenuine(body ?? '', headers['x-signature'])) return reply.code(401).send();
  handle(JSON.parse(body));
  return reply.send();
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

const address = await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.error(`Receiving on ${address}`);
