import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { targetPolicy } from '../../webhooks/guard/target.ts';
import { type SmtpServer, startMailServer } from '../testing/smtp-server.ts';
import { giveToServer, type Sending } from './converse.ts';

const policy = targetPolicy({ hosts: [], networks: [] }, new URL('http://127.0.0.1'));
const CONTENT = Buffer.from(
  'From: ada@example.com\r\nSubject: Our offer\r\n\r\nDear Grace,\r\n.\r\n..here it is.\r\n',
);

/** Which way the bytes go of which a line passes some before it breaks. */
type Way = 'to_server' | 'to_client';

for (const extensions of [[], ['PIPELINING', 'SIZE 1000000', '8BITMIME']])
  for (const way of ['to_server', 'to_client'] as const)
    test(`a line that breaks after each byte ${way.replace('_', ' the ')} (${extensions[0] ?? 'plain'}): what was not given is sent later, what was taken is never said not to be`, async (t) => {
      const server = await startMailServer({ extensions });
      const line = await startLine(server.port);
      t.after(async () => {
        await line.close();
        await server.close();
      });
      const [whole] = await give(server, line, null);
      assert.deepEqual(whole, { end: 'sent' });
      const length = line.passed[way];
      const ends = new Map<string, number>();
      for (let bytes = 0; bytes <= length; bytes++) {
        const [sending, taken] = await give(server, line, { way, bytes });
        const what = `after ${bytes} of ${length} bytes: ${JSON.stringify(sending)}, taken ${taken}`;
        if (sending.end === 'sent') assert.equal(taken, 1, what);
        else if (sending.end === 'later') assert.equal(taken, 0, what);
        else assert.equal(sending.end, 'uncertain', what);
        const key = `${sending.end}, taken ${taken}`;
        ends.set(key, (ends.get(key) ?? 0) + 1);
      }
      t.diagnostic(JSON.stringify({ length, ...Object.fromEntries(ends) }));
      // The line broke in each part of the conversation, on both sides of the moment that counts.
      assert.ok(ends.get('later, taken 0')! > 50 && ends.get('sent, taken 1')! > 0);
      assert.ok(ends.get(way === 'to_server' ? 'uncertain, taken 0' : 'uncertain, taken 1')! > 10);
    });

/** Gives a mail over the line, and says how that ended, and how often the server took it. */
async function give(
  server: SmtpServer,
  line: Line,
  cut: Cut | null,
): Promise<[sending: Sending, taken: number]> {
  server.taken.splice(0);
  line.cut = cut;
  const smtp = { host: '127.0.0.1', port: line.port, security: 'none' as const };
  const who = { username: 'ada@example.com', secret: { password: server.password } };
  const parcel = { smtp, ...who, from: 'ada@example.com', to: ['grace@navy.example', 'b@b.example'] };
  const { signal } = new AbortController();
  const sending = await giveToServer({ ...parcel, bytes: CONTENT }, policy, {
    isOurs: async () => true,
    signal,
  });
  // The server reads to the end what had passed.
  await line.isOver();
  return [sending, server.taken.length];
}

type Cut = { way: Way; bytes: number };

/** A line between a client and a server, for one connection at a time. */
type Line = {
  port: number;
  /** Where the next connection breaks; null: nowhere. */
  cut: Cut | null;
  /** How many bytes have passed in the last connection. */
  passed: Record<Way, number>;
  /** Resolves when the server has hung up in the last connection. */
  isOver(): Promise<unknown>;
  close(): Promise<void>;
};

async function startLine(port: number): Promise<Line> {
  const open = new Set<Socket>();
  let over: Promise<unknown> = Promise.resolve();
  const listener = createServer((client) => {
    const server = connect({ port, host: '127.0.0.1' });
    over = once(server, 'close');
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    line.passed = { to_server: 0, to_client: 0 };
    const breakLine = () => {
      client.destroy();
      server.end();
      // What the server still says goes nowhere.
      server.removeAllListeners('data').resume();
    };
    const pass = (way: Way, from: Socket, to: Socket) =>
      from.on('data', (bytes: Buffer) => {
        const left = line.cut?.way === way ? line.cut.bytes - line.passed[way] : bytes.length;
        const some = bytes.subarray(0, left);
        line.passed[way] += some.length;
        if (left > bytes.length || line.cut?.way !== way) to.write(some);
        else to.write(some, breakLine);
      });
    pass('to_server', client, server);
    pass('to_client', server, client);
    client.on('end', () => server.end());
    server.on('end', () => client.end());
    client.on('close', () => server.end());
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const line: Line = {
    port: (listener.address() as AddressInfo).port,
    cut: null,
    passed: { to_server: 0, to_client: 0 },
    isOver: () => over,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return line;
}
