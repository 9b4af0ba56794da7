import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { buildSerializer } from './serialization.ts';

test('a serializer is built at its first answer, with the records it refers to', async (t) => {
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer } } });
  t.after(() => app.close());
  app.addSchema({ $id: 'Name', type: 'object', properties: { name: { type: 'string' } } });
  const answer = async () => ({ data: { name: 'Zoë', secret: 'not described' } });
  const described = (record: string) => ({
    schema: {
      response: { 200: { type: 'object', properties: { data: { $ref: `${record}#` } } } },
    },
  });
  app.get('/described', described('Name'), answer);
  app.get('/broken', described('Nowhere'), answer);
  await app.ready();
  for (let time = 0; time < 2; time++) {
    assert.equal((await app.inject('/described')).body, '{"data":{"name":"Zoë"}}');
  }
  assert.equal((await app.inject('/broken')).statusCode, 500);
});
