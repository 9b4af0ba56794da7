import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Problem } from '../../problem.ts';
import { type ReceivingWords, receiveBody } from './receive.ts';

const WORDS: ReceivingWords = {
  code: 'form_invalid',
  nothing: 'Nothing was kept.',
  too_large: 'The file is larger than 20 MiB.',
};

const receive = (body: Readable, size_bytes: number | null) =>
  receiveBody(body, { size_bytes, max_bytes: 20 * 1024 ** 2 }, WORDS);

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x');

test('a body comes out of the file as it went in', async () => {
  const file = await receive(Readable.from([Buffer.from('first,'), Buffer.from('second')]), null);
  assert.ok(!(file instanceof Problem));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
  assert.equal(buffer.toString('utf8', 0, bytesRead), 'first,second');
  await file.close();
});

test('a body of more than 20 MiB is refused, whether it says so or not', async () => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (; given < 30; given++) yield MEBIBYTE;
    })(),
  );
  for (const refusal of [await receive(endless, null), await receive(endless, 20 * 1024 ** 2 + 1)]) {
    assert.ok(refusal instanceof Problem);
    assert.equal(refusal.code, 'body_too_large');
  }
});

test('a body that breaks off is refused', async () => {
  const broken = Readable.from(
    (async function* () {
      yield MEBIBYTE;
      throw new Error('aborted');
    })(),
  );
  const refusal = await receive(broken, null);
  assert.ok(refusal instanceof Problem);
  assert.deepEqual(
    [refusal.code, refusal.detail],
    ['form_invalid', 'The connection ended before the file did. Nothing was kept.'],
  );
});
