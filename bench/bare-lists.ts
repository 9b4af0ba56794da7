// The lower bound for `lists.bench.ts`: a Fastify handler that runs the statement of each list as
// it was written by hand. It has no authentication, checks, logs or schema.
import Fastify from 'fastify';
import pg from 'pg';
import { listsByHand } from './lists-by-hand.ts';

const { DATABASE_URL, PORT, CONTEXTS } = process.env as Record<string, string>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();
for (const [which, context] of JSON.parse(CONTEXTS!).entries()) {
  for (const [at, { statement }] of Object.values(listsByHand(context)).entries()) {
    const { text, values } = statement;
    app.get(`/${which}/${at}`, async () => {
      const { rows } = await pool.query({ text, values });
      return { data: rows.slice(0, 50), next_cursor: null };
    });
  }
}
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log('ready');
process.on('SIGTERM', () => process.exit(0));
