// A complete receiver for the App Router of Next.js: put it at app/hook/route.js and set
// SIGNING_SECRET. SIGNING_SECRET may hold two secrets, with a comma between them, while one is
// being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto';

const BODY_MAX_BYTES = 2 * 1024 * 1024;

export async function POST(request) {
  if (Number(request.headers.get('content-length')) > BODY_MAX_BYTES)
    return new Response(null, { status: 413 });
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > BODY_MAX_BYTES) return new Response(null, { status: 413 });
  if (!isGenuine(body, request.headers.get('x-signature'))) return new Response(null, { status: 401 });
  handle(JSON.parse(body));
  return new Response(null, { status: 200 });
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
