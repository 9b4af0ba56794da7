import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { operator } from '../../access/caller.ts';
import type { SentMail } from '../../platform/mail/mailer.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createPersonalAccessToken } from '../actions.ts';
import { revokeToken } from './queries.ts';
import { warnOfEndingTokens } from './warnings.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let ada: TestUser;
let mails: SentMail[];

before(async () => {
  app = await startTestApp();
});
after(() => app.close());
beforeEach(async () => {
  ada = await app.addUser();
  await app.jobs.finished();
  mails = app.mails;
  mails.length = 0;
});

test('P9: the User is warned 14, 7 and 1 days before the end of a token, each once', async () => {
  await issue('Nightly', 30);
  for (const days of [15, 1, 1, 6, 1, 5, 0.5]) {
    app.clock.advance(days * DAY_MS);
    await warn();
    await warn();
  }
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [
      [ada.email, 'Your token "Nightly" expires within 14 days'],
      [ada.email, 'Your token "Nightly" expires within 7 days'],
      [ada.email, 'Your token "Nightly" expires within a day'],
    ],
  );
  assert.match(mails[0]!.text, /\/settings\/account-details/);
});

test('several processes at the same moment send one warning together', async () => {
  await issue('Shared', 30);
  app.clock.advance(20 * DAY_MS);
  await Promise.all([warn(), warn(), warn()]);
  assert.equal(mails.length, 1);
});

test('a process that was away for long sends the current warning, and none that it missed', async () => {
  await issue('Late', 30);
  app.clock.advance(29.5 * DAY_MS);
  await warn();
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Your token "Late" expires within a day'],
  );
});

test('a token made for a few days causes no warning at once', async () => {
  await issue('Short', 10);
  await warn();
  assert.deepEqual(mails, []);
  app.clock.advance(4 * DAY_MS);
  await warn();
  assert.equal(mails.length, 1);
});

test('a token that is revoked, has ended or never ends causes no warning', async () => {
  const revoked = await issue('Revoked', 30);
  await issue('Endless', null);
  await issue('Ended', 30);
  await revokeToken(app.db, ada.uuid, revoked.uuid, app.clock.now().toISOString());
  app.clock.advance(30 * DAY_MS);
  await warn();
  assert.deepEqual(mails, []);
});

async function warn(): Promise<void> {
  while ((await warnOfEndingTokens(app)) > 0);
  await app.jobs.finished();
}

async function issue(name: string, days: number | null) {
  const expires_at = days === null ? null : new Date(app.clock.now().getTime() + days * DAY_MS);
  const issued = await createPersonalAccessToken(app, operator('test'), ada.uuid, { name, expires_at });
  assert.ok('uuid' in issued);
  return issued;
}
