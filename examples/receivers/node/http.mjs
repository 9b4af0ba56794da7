// A complete receiver with Node's http: `PORT=4000 SIGNING_SECRET=… node http.mjs`. It prints a
// line of JSON per request. SIGNING_SECRET may hold two secrets, with a comma between them, while
// one is being replaced.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT = '4000', SIGNING_SECRET = '' } = process.env;
const BODY_MAX_BYTES = 2 * 1024 * 1024;
const secrets = SIGNING_SECRET.split(',').map((secret) => secret.replace(/^whsec_/, ''));
if (!secrets.every((secret) => /^[A-Za-z0-9]{60}$/.test(secret)))
  throw new Error(
    'SIGNING_SECRET must have the 60 characters of the subscription: check that the variable is set.',
  );

const server = createServer(async (request, response) => {
  const answer = await receive(request).catch((error) => ({ status: 500, code: error.message }));
  print({ ...answer, ...deliveryOf(request.headers) });
  response.writeHead(answer.status).end();
});

async function receive(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= BODY_MAX_BYTES) chunks.push(chunk);
  }
  const [body, signature] = [Buffer.concat(chunks), request.headers['x-signature']];
  if (length > BODY_MAX_BYTES) return { status: 413, code: 'body_too_large' };
  if (signature === undefined) return { status: 401, code: 'signature_missing' };
  if (!isGenuine(body, signature)) return { status: 401, code: 'signature_mismatch' };
  const { event, uuid } = JSON.parse(body);
  // Your own work goes here. When it throws, the service gets a 500 and sends the event again.
  return { status: 200, event, uuid };
}

/** True when one of the secrets signed exactly these bytes. Compares in constant time. */
function isGenuine(body, signature) {
  const given = Buffer.from(signature ?? '');
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function deliveryOf({ 'x-subscription-uuid': subscription_uuid, 'x-delivery-uuid': delivery_uuid, ...rest }) {
  return { subscription_uuid, delivery_uuid, attempt: Number(rest['x-attempt']) };
}

function print(line) {
  console.log(JSON.stringify(line));
}

server.listen(Number(PORT), '127.0.0.1', () => {
  console.error(`Receiving on http://127.0.0.1:${server.address().port}`);
});
