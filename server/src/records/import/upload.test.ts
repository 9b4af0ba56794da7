import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Problem } from '../../platform/problem.ts';
import { receiveUpload } from './upload.ts';

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x');

test('a body comes out of the file as it went in', async () => {
  const file = await receiveUpload(Readable.from([Buffer.from('first,'), Buffer.from('second')]), null);
  assert.ok(!(file instanceof Problem));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
  assert.equal(buffer.toString('utf8', 0, bytesRead), 'first,second');
  await file.close();
});

test('a body of more than 200 MiB is refused, whether it says so or not', async () => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (; given < 300; given++) yield MEBIBYTE;
    })(),
  );
  for (const refusal of [
    await receiveUpload(endless, null),
    await receiveUpload(endless, 200 * 1024 ** 2 + 1),
  ]) {
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
  const refusal = await receiveUpload(broken, null);
  assert.ok(refusal instanceof Problem);
  assert.deepEqual(
    [refusal.code, refusal.detail],
    ['csv_invalid', 'The connection ended before the file did. Nothing was imported.'],
  );
});
