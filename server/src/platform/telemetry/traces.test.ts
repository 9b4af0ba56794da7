import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { exportTraces } from './traces.ts';

test('one batch of spans is sent at a time; spans that end meanwhile are in the next', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const collector = createServer((request) => request.resume()).listen(0, '127.0.0.1');
  t.after(() => collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const traces = exportTraces(`http://127.0.0.1:${port}`, 'test', { failed: assert.fail, worked: () => {} });
  const answers: ServerResponse[] = [];
  collector.on('request', (_request, response: ServerResponse) => answers.push(response));
  const spanAndSecond = () => {
    traces.startSpan('a span', 'internal').end({}, false);
    t.mock.timers.tick(1_000);
  };
  const first = once(collector, 'request');
  spanAndSecond();
  await first;
  for (let second = 0; second < 5; second++) spanAndSecond();
  const next = once(collector, 'request');
  const closed = traces.close();
  answers[0]!.end();
  await next;
  answers[1]!.end();
  await closed;
  assert.equal(answers.length, 2);
});

test('a busy service sends full batches at once, and reports how many spans a slow collector lost', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const collector = createServer((request) => request.resume()).listen(0, '127.0.0.1');
  t.after(() => collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const answers: ServerResponse[] = [];
  const told = Promise.withResolvers<object>();
  const exporting = {
    failed: (error: Error, details?: object) => told.resolve({ message: error.message, ...details }),
    worked: () => {},
  };
  const traces = exportTraces(`http://127.0.0.1:${port}`, 'test', exporting);
  collector.on('request', (_request, response: ServerResponse) => answers.push(response));
  const end = (count: number) => {
    for (let span = 0; span < count; span++) traces.startSpan('a span', 'internal').end({}, false);
  };
  // The full batch is sent at once, before the pause of a second.
  const first = once(collector, 'request');
  end(2048);
  await first;
  end(4096 + 7);
  const second = once(collector, 'request');
  answers[0]!.end();
  await second;
  answers[1]!.end();
  assert.deepEqual(await told.promise, {
    message: 'Spans came faster than the collector accepted them.',
    spans_dropped: 7,
  });
  await traces.close();
});

test('a traceparent of zeros is invalid, so a new trace begins', async () => {
  const traces = exportTraces('http://127.0.0.1:9', 'test', { failed: () => {}, worked: () => {} });
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const traceOf = (given: string) => traces.startSpan('a span', 'internal', given).traceparent!.split('-')[1];
  assert.equal(traceOf(`00-${trace}-${parent}-01`), trace);
  assert.notEqual(traceOf(`00-${trace}-${'0'.repeat(16)}-01`), trace);
  assert.notEqual(traceOf(`00-${'0'.repeat(32)}-${parent}-01`), '0'.repeat(32));
  await traces.close();
});
