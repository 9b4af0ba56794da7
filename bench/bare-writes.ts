// The lower bound for writes: node:http and one pipelined transaction of prepared statements, with
// the row of a Client, its place and its event. It has no authentication, checks, logs or schema.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const { DATABASE_URL, PORT, ACCOUNT_UUID } = process.env as Record<string, string>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8, pipeline: true });

const PLACE = `INSERT INTO records (account_uuid, uuid, resource) VALUES ($1, $2, 'client')`;
const CLIENT = `INSERT INTO clients (uuid, account_uuid, kind, name, status, emails, phones, addresses, tags, custom, created_at, updated_at)
  VALUES ($2, $1, 'organisation', $3, 'lead', '[]', '[]', '[]', '{}', '{}', now(), now())`;
const EVENT = `INSERT INTO events (uuid, account_uuid, resource_uuid, event, epoch, change_uuid, source, body, created_at)
  VALUES ($1, $2, $3, 'client.created', 1, $1, 'api', $4, now())`;

createServer(async (request, answer) => {
  const { name } = JSON.parse(await text(request));
  const [uuid, event_uuid] = [randomUUID(), randomUUID()];
  const body = JSON.stringify({ uuid: event_uuid, event: 'client.created', data: { uuid, name } });
  const client = await pool.connect();
  await Promise.all([
    client.query('BEGIN'),
    client.query({ name: 'place', text: PLACE, values: [ACCOUNT_UUID, uuid] }),
    client.query({ name: 'client', text: CLIENT, values: [ACCOUNT_UUID, uuid, name] }),
    client.query({ name: 'event', text: EVENT, values: [event_uuid, ACCOUNT_UUID, uuid, body] }),
    client.query('COMMIT'),
  ]);
  client.release();
  answer.writeHead(201, { 'content-type': 'application/json' });
  answer.end(JSON.stringify({ data: { uuid, name } }));
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => process.exit(0));
