// The least a list can cost: a Fastify handler with the SQL of `GET /api/v2/clients?limit=50`, without authentication, checks, logs or schema.

import { CLIENT } from '@rapport/contract/records/clients';
import Fastify from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';
import { parseListQuery } from '../server/src/platform/lists/list-query.ts';
import { listPage } from '../server/src/platform/lists/list-sql.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';

const { DATABASE_URL, PORT, ACCOUNT_UUID, COLUMNS } = process.env as Record<string, string>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const list = orThrow(parseListQuery(CLIENT.list, { limit: 50 }));
const { text, values } = listPage(CLIENT.list, list, {
  table: 'clients',
  columns: COLUMNS!,
  account_uuids: [ACCOUNT_UUID!],
  where: sql`deleted_at IS NULL`,
});

const app = Fastify();
app.get('/api/v2/clients', async () => {
  const { rows } = await pool.query({ text, values });
  return { data: rows.slice(0, 50), next_cursor: null };
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', () => process.exit(0));
