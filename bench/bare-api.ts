// The lower bound for lists and single records: a Fastify handler that parses rows of the service's
// SQL. It has no authentication, checks, logs or schema.
import Fastify from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';
import { KINDS } from '../server/src/crm/kinds.ts';
import { parseListQuery } from '../server/src/platform/lists/list-query.ts';
import { waysTo } from '../server/src/platform/lists/list-sql.ts';
import { selectionOf } from '../server/src/records/columns.ts';
import { ANY_MOMENT } from '../server/src/testing/moment.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';

const { DATABASE_URL, PORT, ACCOUNT_UUID } = process.env as Record<string, string>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();
for (const kind of KINDS) {
  const { definition, table } = kind;
  const columns = selectionOf(kind);
  const source = { table, columns, account_uuids: [ACCOUNT_UUID!], where: sql`deleted_at IS NULL` };
  const list = orThrow(parseListQuery(definition.list, { limit: 50 }, ANY_MOMENT));
  const { text, values } = waysTo(definition.list, list, source)[0]!.statement;
  app.get(definition.path, async () => {
    const { rows } = await pool.query({ text, values });
    return { data: rows.slice(0, 50), next_cursor: null };
  });
  const one = `SELECT ${columns} FROM ${table}
    WHERE uuid = ANY($1::uuid[]) AND account_uuid = ANY($2::uuid[]) AND deleted_at IS NULL`;
  app.get<{ Params: { uuid: string } }>(`${definition.path}/:uuid`, async ({ params }) => {
    const { rows } = await pool.query({ text: one, values: [[params.uuid], [ACCOUNT_UUID]] });
    return { data: rows[0] };
  });
}
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', () => process.exit(0));
