import { test } from 'node:test';
import { openUploads, RawSender } from './testing/broken-requests.ts';
import { startTestApp } from './testing/test-app.ts';
import { until } from './testing/until.ts';

// An error that nobody catches fails the test by itself.
test('a request that breaks off anywhere, to any route, ends no process, leaves no file open and keeps no place', {
  timeout: 300_000,
}, async () => {
  const app = await startTestApp();
  const ann = await app.addUser();
  const account = await app.addAccount(ann);
  const rows = Array.from({ length: 300 }, (_, index) => `Firm ${index}`).join('\n');
  const csv = { 'content-type': 'text/csv' };
  await app.call('POST', '/api/v2/clients/import', { as: ann, body: `Name\n${rows}\n`, headers: csv });
  const sender = new RawSender(app, ann.token, account);

  for (const route of sender.routes()) {
    const whole = sender.bytesOf(route);
    const chunked = sender.bytesOf({ ...route, body: Buffer.alloc(0) }, 'chunked');
    const head_bytes = whole.length - route.body.length;
    const cuts = [head_bytes >> 1, head_bytes, head_bytes + (route.body.length >> 1), whole.length - 1];
    await Promise.all([
      ...cuts.flatMap((at) => [
        sender.sendAndEnd(whole.subarray(0, at)),
        sender.sendAndReset(whole.subarray(0, at)),
      ]),
      sender.sendAndEnd(Buffer.concat([chunked, Buffer.from('5\r\nabcde\r\nzz\r\n')])),
      sender.sendAndEnd(Buffer.concat([chunked, Buffer.from('5\r\nabcde\r\n')])),
      sender.sendAndEnd(sender.bytesOf({ ...route, body: Buffer.from([0x1f, 0x8b, 0, 0xff]) }, 'gzip')),
      sender.sendAndEnd(sender.bytesOf({ ...route, body: Buffer.from('{"\0\xff[[', 'latin1') })),
      sender.resetAtAnswer(whole),
    ]);
  }
  await until('all uploads to be closed', async () => (await openUploads()) === 0 || undefined);
  await sender.assertAllPlacesAreFree();
  await app.close();
});
