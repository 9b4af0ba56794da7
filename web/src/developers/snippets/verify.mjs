import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.SIGNING_SECRET;

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the raw bytes: do not parse them first
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const given = Buffer.from(String(request.headers['x-signature']));
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  response.writeHead(isGenuine ? 204 : 401).end();
  if (isGenuine) console.log(JSON.parse(body).event);
}).listen(process.env.PORT ?? 8080);
