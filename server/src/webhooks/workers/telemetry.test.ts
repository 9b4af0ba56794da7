import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { newUuid } from '../../platform/ids.ts';
import { exportTraces } from '../../platform/telemetry/traces.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { subscribe, untilDeliveries } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';

type Span = { traceId: string; spanId: string; parentSpanId: string; name: string; kind: number };

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let subscription_uuid: string;
const spans: Span[] = [];
const collector = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
  response.end('{}');
});
let traces: ReturnType<typeof exportTraces>;

before(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  traces = exportTraces(`http://127.0.0.1:${port}/`, 'all', { failed: assert.fail, worked: () => {} });
  app = await startTestApp({ traces });
  receiver = await startTestReceiver();
  ada = await app.addUser();
  await app.addAccount(ada);
  subscription_uuid = (await subscribe(app, ada, receiver.url)).uuid;
  await app.startWorker();
});
after(async () => {
  await app.close();
  await traces.close();
  await receiver.close();
  collector.closeAllConnections();
  collector.close();
});

test('a trace goes from the caller through the request and the event to the delivery', async () => {
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
  await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Traced' }, headers });
  await untilDeliveries(app.db, subscription_uuid, { succeeded: 1 });
  await traces.close();
  const request = spans.find((span) => span.name === 'POST /api/v2/clients')!;
  assert.deepEqual([request.traceId, request.parentSpanId], [caller.traceId, caller.spanId]);
  const event = spans.find((span) => span.name === 'record client.created')!;
  assert.deepEqual([event.traceId, event.parentSpanId], [caller.traceId, request.spanId]);
  const delivery = spans.find((span) => span.name === 'deliver client.created')!;
  assert.deepEqual([delivery.traceId, delivery.parentSpanId], [caller.traceId, event.spanId]);
});

test('the metrics count attempts by outcome and show the queue, and no tenant', async () => {
  receiver.answerWith(500);
  await app.call('POST', '/api/v2/clients', { as: ada, body: { name: 'Counted' } });
  await untilDeliveries(app.db, subscription_uuid, { pending: 1, succeeded: 1 });
  await receiver.untilReceived(2);
  for (let n = 0; n < 2; n++) {
    await app.call('GET', `/api/v2/clients/${newUuid(app.clock.now())}`, { as: ada });
    // Only the preference `wait` keeps a request out of the time measured, as it waits on purpose.
    await app.call('GET', `/nothing/${newUuid(app.clock.now())}`, { headers: { prefer: 'return=minimal' } });
  }
  const { status, headers, body } = await app.call('GET', '/metrics');
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /^text\/plain; version=/);
  for (const line of [
    'rapport_webhook_attempts_total{outcome="succeeded"} 1',
    'rapport_webhook_attempts_total{outcome="http_status"} 1',
    'rapport_webhook_attempt_duration_seconds_count 2',
    'rapport_webhook_leases_taken_over_total 0',
    'rapport_webhook_settle_failures_total 0',
    'rapport_webhook_deliveries_open{state="new"} 0',
    'rapport_webhook_lag_seconds 0',
    'rapport_webhook_workers 1',
    'rapport_webhook_receivers{state="failing"} 0',
    'rapport_database_up 1',
  ]) {
    assert.ok(body.includes(`\n${line}\n`), `${line} is not in\n${body}`);
  }
  assert.match(body, /rapport_webhook_read_duration_seconds_bucket/);
  const requests = 'rapport_http_requests_total';
  for (const labels of [
    '{method="GET",route="/api/v2/clients/:uuid",status="4xx"}',
    '{method="GET",route="none",status="4xx"}',
  ]) {
    assert.ok(body.includes(`\n${requests}${labels} 2\n`), `${labels} is not in\n${body}`);
  }
  assert.doesNotMatch(body, /[0-9a-f]{8}-[0-9a-f]{4}/);
});
