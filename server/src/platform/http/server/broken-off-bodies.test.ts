import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { startTestApp } from '../../../testing/test-app.ts';

test('a caller who breaks off the body causes no error in the log', async () => {
  const lines: { level: number }[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const service = await startTestApp({ log });
  const ends: [path: string, content_type: string][] = [
    ['/oauth/token', 'application/x-www-form-urlencoded'],
    ['/sign-in', 'application/x-www-form-urlencoded'],
    ['/api/v2/token-leaks', 'application/json'],
    ['/web/sign-in', 'application/json'],
  ];
  for (const [path, content_type] of ends) {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${content_type}\r\nContent-Length: 50\r\n\r\n`;
    const socket = connect(Number(new URL(service.base_url).port), '127.0.0.1', () => {
      socket.write(`${head}abc`, () => socket.resetAndDestroy());
    });
    await once(socket, 'close');
    // This answer shows that the end of the other connection was processed: it was read first.
    await service.call('GET', '/healthz');
  }
  await service.close();
  assert.deepEqual(
    lines.filter(({ level }) => level > 30),
    [],
  );
});
