import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { TEST_SECRET } from '@rapport/webhooks/testing';
import { LANGUAGES } from '../testing/languages.ts';

const receiver = LANGUAGES.flatMap(({ receivers }) => receivers).find(
  ({ name }) => name === 'python/stdlib_receiver.py',
)!;

// What all receivers have in common is in receivers.test.ts.
describe(`what ${receiver.name} answers`, { skip: receiver.missing ?? false }, () => {
  let port: number;
  let stop: () => void;

  before(async () => {
    const [command, ...args] = receiver.start(0);
    const env = { ...process.env, PORT: '0', SIGNING_SECRET: TEST_SECRET };
    const child = spawn(command!, args, {
      cwd: import.meta.dirname,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    stop = () => child.kill();
    const [line] = await once(createInterface(child.stdout!), 'line');
    port = Number(String(line).split(':').at(-1));
  });
  after(() => stop());

  // No client sends such a length, so the request is written out. Its connection stays open, as that of an attacker would.
  for (const length of ['-1', '1_0', 'ten']) {
    it(`is 400 to a body of length ${length}, which is not read`, { timeout: 10_000 }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST / HTTP/1.0\r\nContent-Length: ${length}\r\n\r\n`);
      assert.match(await text(socket), /^HTTP\/1\.0 400 /);
    });
  }
});
