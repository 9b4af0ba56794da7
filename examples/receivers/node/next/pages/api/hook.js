// A complete receiver for the Pages Router of Next.js: put it at pages/api/hook.js and set
// SIGNING_SECRET. SIGNING_SECRET may hold two secrets, with a comma between them, while one is
// being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto';

const BODY_MAX_BYTES = 2 * 1024 * 1024;

// No body parser, because the signature covers the raw bytes.
export const config = { api: { bodyParser: false } };

export default async function hook(request, response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= BODY_MAX_BYTES) chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (length > BODY_MAX_BYTES) return response.status(413).end();
  if (!isGenuine(body, request.headers['x-signature'])) return response.status(401).end();
  handle(JSON.parse(body));
  return response.status(200).end();
}

/** Your own work goes here. When it throws, the service gets a 500 and sends the event again. */
function handle({ event, uuid }) {
  console.log(JSON.stringify({ status: 200, event, uuid }));
}

/** True when one of the secrets signed exactly these bytes. Compares in constant time. */
function isGenuine(body, signature) {
  const given = Buffer.from(signature ?? '');
  return secretsOf(process.env).some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Read for each delivery, because no secret is set where such projects are built. */
function secretsOf({ SIGNING_SECRET = '' }) {
  const secrets = SIGNING_SECRET.split(',').map((secret) => secret.replace(/^whsec_/, ''));
  if (secrets.every((secret) => /^[A-Za-z0-9]{60}$/.test(secret))) return secrets;
  throw new Error(
    'SIGNING_SECRET must have the 60 characters of the subscription: check that the variable is set.',
  );
}
