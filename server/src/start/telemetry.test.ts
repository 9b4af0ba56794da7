import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { test } from 'node:test';
import { pino } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { SettableClock } from '../platform/time/clock.ts';
import { freePort } from '../testing/free-port.ts';
import { startTelemetry } from './telemetry.ts';

type Line = { level: number; msg: string; err?: { message: string; stack: string } };

/**
 * Returns the log, and a function that exports a span to `port` and resolves when its outcome is
 * known.
 */
async function exporter(port: number) {
  const lines: Line[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const config = {
    host: '127.0.0.1',
    metrics_port: null,
    metrics_token: null,
    otlp_endpoint: `http://127.0.0.1:${port}`,
    otlp_headers: { 'x-key': 'a key' },
    data_dir: '/tmp',
    database_url: null,
  };
  const service = { db: {} as Database, clock: new SettableClock() as never, is_copy: false };
  const { traces, close } = await startTelemetry(config, service, 'test', log);
  const exportSpan = () => {
    traces.startSpan('a span', 'internal').end({}, false);
    return close();
  };
  return { lines, exportSpan };
}

test('an absent trace collector is reported once, with its address and the setting, and again when it is back', async () => {
  const port = await freePort();
  const { lines, exportSpan } = await exporter(port);
  await exportSpan();
  await exportSpan();
  const collector = createServer((_request, response: ServerResponse) => response.end());
  await once(collector.listen(port, '127.0.0.1'), 'listening');
  await exportSpan();
  collector.closeAllConnections();
  collector.close();
  assert.deepEqual(
    lines.map(({ level, msg, err }) => [level, msg, err?.message, err?.stack]),
    [
      [
        40,
        `could not export traces to 127.0.0.1:${port}; check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS`,
        `connect ECONNREFUSED 127.0.0.1:${port}`,
        '',
      ],
      [30, `can export traces to 127.0.0.1:${port} again`, undefined, undefined],
    ],
  );
});

test('a trace collector gets the configured headers', async () => {
  const port = await freePort();
  const { exportSpan } = await exporter(port);
  const collector = createServer((_request, response) => response.end());
  await once(collector.listen(port, '127.0.0.1'), 'listening');
  const asked = once(collector, 'request');
  await exportSpan();
  const [request] = await asked;
  assert.equal(request.headers['x-key'], 'a key');
  assert.equal(request.headers['content-type'], 'application/json');
  collector.closeAllConnections();
  collector.close();
});

test('a trace collector that does not answer is reported in plain words', async (t) => {
  t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort(new DOMException('time', 'TimeoutError')));
  const { lines, exportSpan } = await exporter(await freePort());
  await exportSpan();
  assert.deepEqual(
    lines.map(({ err }) => err),
    [{ type: 'Error', message: 'There was no answer within 5 s.', stack: '' }],
  );
});
