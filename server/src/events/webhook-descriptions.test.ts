import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVENT_NAMES } from '@rapport/contract/events';
import { makeAjv, referenceTo } from '../testing/described-answers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { headersFor } from '../webhooks/attempts/headers.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('every event is described as a webhook with the headers of a delivery, and its sample fits', () => {
  const message = {
    delivery_uuid: '',
    subscription_uuid: '',
    event_uuid: '',
    event: '',
    number: 1,
    body: Buffer.alloc(0),
  };
  const { 'content-type': _, 'user-agent': __, ...sent } = headersFor(message, 'x'.repeat(60), new Date());
  const { description } = app;
  assert.deepEqual(Object.keys(description.webhooks!), EVENT_NAMES);
  const ajv = makeAjv(description);
  for (const [event, { post }] of Object.entries(description.webhooks!)) {
    const headers = post!.parameters!.map(({ name }) => name.toLowerCase());
    assert.deepEqual(headers, Object.keys(sent), event);
    const body = post!.requestBody!.content['application/json'] as { example?: object };
    const at = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    const validate = ajv.compile({ $ref: referenceTo(...at) });
    assert.ok(validate(body.example), `${event}: ${ajv.errorsText(validate.errors)}`);
    assert.ok(!validate({ ...body.example, event: 'client.exploded' }), event);
    assert.ok(!validate({ ...body.example, data: { name: 7 } }), event);
  }
});
