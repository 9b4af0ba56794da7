import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brokenForms, formOf } from '../testing/broken-forms.ts';
import { openUploads, RawSender } from '../testing/broken-requests.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let app: TestApp;
let ann: TestUser;
let account: string;
let sender: RawSender;

before(async () => {
  app = await startTestApp();
  ann = await app.addUser();
  account = await app.addAccount(ann);
  sender = new RawSender(app, ann.token, account);
});
after(() => app.close());

const UPLOAD = { method: 'POST', url: '/api/v2/imports' };

// An error that nobody catches fails the test by itself.
test('a form that is malformed at any level is refused, and leaves no file open and no place taken', async () => {
  for (const [what, form] of Object.entries(brokenForms())) {
    const answer = await sender.answerTo(sender.bytesOf({ ...UPLOAD, ...form }));
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, `${what}: ${answer}`);
  }
  assert.equal(await openUploads(), 0);
  await sender.assertAllPlacesAreFree();
});

test('a connection that is lost within a file gives its place back', async () => {
  const whole = sender.bytesOf({
    ...UPLOAD,
    ...formOf([{ name: 'file', file: 'a.csv', text: 'Name\n3M\n' }]),
  });
  for (let cut = 0; cut < 20; cut++) {
    await sender.sendAndReset(whole.subarray(0, -cut * 8 - 1));
    await until('the upload to be closed', async () => (await openUploads()) === 0 || undefined);
  }
  await sender.assertAllPlacesAreFree();
});

test('who may write in no Account is refused before their files are read', async () => {
  const viewer = await app.addUser();
  await app.addLogin(account, viewer, 'viewer');
  for (const { token } of [viewer, await app.addUser()]) {
    const head = `POST /api/v2/imports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
    const rest = 'Content-Type: multipart/form-data; boundary=a\r\nContent-Length: 200000000\r\n\r\n';
    const answer = await sender.answerTo(Buffer.from(head + rest));
    assert.match(answer, /^HTTP\/1\.1 403 .+"role_insufficient"/s);
  }
});
