import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { NotificationSettings } from '@rapport/contract/notifications';
import { keepRecurring } from '../../jobs/actions.ts';
import type { SentMail } from '../../platform/mail/mailer.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { REMIND } from '../reminders/actions.ts';
import { MAIL_NOTIFICATIONS } from './actions.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  await keepRecurring(app.db, app.clock, [REMIND, MAIL_NOTIFICATIONS]);
  ada = await app.addUser('Ada Lovelace');
  account_uuid = await app.addAccount(ada, 'Engines Ltd');
});
let bens = 0;
beforeEach(async () => {
  ben = await app.addUser(`Ben ${++bens}`);
  await app.addLogin(account_uuid, ben, 'member');
});
after(() => app.close());

async function give(title: string, more: object = {}): Promise<string> {
  const body = { account_uuid, title, assignee_uuid: ben.uuid, ...more };
  return (await app.call('POST', '/api/v2/tasks', { as: ada, body })).body.data.uuid;
}

async function choose(body: object): Promise<NotificationSettings> {
  const answer = await app.call('PATCH', '/api/v2/notification-settings', { as: ben, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

/** Lets time pass; returns the mails to Ben so far. */
async function mailsAfter(ms: number): Promise<SentMail[]> {
  app.clock.advance(ms);
  await app.jobs.finished();
  return app.mails.filter(({ to }) => to === ben.email);
}

describe('a mail', () => {
  it('tells what was not read on the pages within two minutes, once', async () => {
    const uuid = await give('Call Acme');
    assert.deepEqual(await mailsAfter(MINUTE_MS), []);
    const [mail, ...more] = await mailsAfter(2 * MINUTE_MS);
    assert.deepEqual(more, []);
    assert.equal(mail!.subject, 'Ada Lovelace gave you a task: Call Acme');
    assert.match(mail!.text, /Engines Ltd/);
    assert.ok(mail!.text.includes(`${app.base_url}/tasks/${uuid}\n`), mail!.text);
    assert.equal((await mailsAfter(10 * MINUTE_MS)).length, 1);
  });

  it('does not come for what was read', async () => {
    await give('Call Acme');
    await app.call('POST', '/api/v2/notifications/read', { as: ben, body: {} });
    assert.deepEqual(await mailsAfter(3 * MINUTE_MS), []);
  });

  it('tells all that came since the last one', async () => {
    for (const title of ['One', 'Two', 'Three']) await give(title);
    const [mail, ...more] = await mailsAfter(3 * MINUTE_MS);
    assert.deepEqual([mail!.subject, more.length], ['3 notifications', 0]);
  });

  it('has the text that names somebody on one line', async () => {
    const client = { account_uuid, name: 'Acme' };
    const { uuid } = (await app.call('POST', '/api/v2/clients', { as: ada, body: client })).body.data;
    const note = { body: `@${ben.name}\nBcc: eve@example.com`, records: [{ resource: 'client', uuid }] };
    await app.call('POST', '/api/v2/notes', { as: ada, body: { account_uuid, ...note } });
    const [mail] = await mailsAfter(3 * MINUTE_MS);
    assert.equal(mail!.subject, `Ada Lovelace mentioned you in a note: @${ben.name} Bcc: eve@example.com`);
  });

  it('does not come to who does not want it', async () => {
    await choose({ sorts: { assigned: { mail: false } } });
    await give('Call Acme');
    assert.deepEqual(await mailsAfter(3 * MINUTE_MS), []);
  });

  it('about a reminder comes at once, if it is wanted', async () => {
    await choose({ sorts: { reminder: { mail: true }, assigned: { mail: false } } });
    const due_at = new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
    await give('Call Acme', { due_at });
    await mailsAfter(MINUTE_MS);
    await mailsAfter(9 * MINUTE_MS);
    const [mail] = await mailsAfter(MINUTE_MS);
    assert.match(mail?.subject ?? '', /^Due \d{4}-\d\d-\d\d at \d\d:\d\d: Call Acme$/);
  });

  it('does not come where no mail server is, whose mails the operator would have to carry', async () => {
    const alone = await startTestApp({ mails_prove_addresses: false });
    try {
      await keepRecurring(alone.db, alone.clock, [MAIL_NOTIFICATIONS]);
      const [eli, fay] = [await alone.addUser('Eli'), await alone.addUser('Fay')];
      const account = await alone.addAccount(eli);
      await alone.addLogin(account, fay, 'member');
      const body = { account_uuid: account, title: 'Call', assignee_uuid: fay.uuid };
      await alone.call('POST', '/api/v2/tasks', { as: eli, body });
      alone.clock.advance(3 * MINUTE_MS);
      await alone.jobs.finished();
      assert.deepEqual(
        alone.mails.filter(({ to }) => to === fay.email),
        [],
      );
    } finally {
      await alone.close();
    }
  });
});

describe('the link that ends mails', () => {
  async function linkOf(): Promise<string> {
    await give('Call Acme');
    const [mail] = await mailsAfter(3 * MINUTE_MS);
    assert.ok(mail!.text.includes(mail!.unsubscribe!));
    return mail!.unsubscribe!;
  }

  const settings = async () =>
    (await app.call('GET', '/api/v2/notification-settings', { as: ben })).body.data as NotificationSettings;

  it('ends them by the click of a mail program, without a sign-in', async () => {
    const link = await linkOf();
    const answer = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    assert.equal(answer.status, 200);
    assert.deepEqual((await settings()).sorts.assigned, { page: true, browser: true, mail: false });
    assert.equal((await settings()).sorts.mentioned.mail, true);
  });

  it('asks a person first, because mail programs open links by themselves', async () => {
    const browser = new TestBrowser(app.base_url);
    const link = new URL(await linkOf());
    const page = await browser.get(link.pathname + link.search);
    assert.equal(page.status, 200);
    assert.equal((await settings()).sorts.assigned.mail, true);
    await browser.post(link.pathname + link.search, {});
    assert.equal((await settings()).sorts.assigned.mail, false);
  });

  for (const [what, forge] of [
    ['of another User', (code: string) => code.replace(/^[^.]+/, ada.uuid)],
    ['of another sort', (code: string) => code.replace('.assigned.', '.mentioned.')],
    ['without a signature', (code: string) => code.split('.').slice(0, 2).join('.')],
    ['that is nothing', () => ''],
  ] as const)
    it(`is refused when it is one ${what}`, async () => {
      const link = new URL(await linkOf());
      link.searchParams.set('code', forge(link.searchParams.get('code')!));
      const answer = await fetch(link, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
      assert.equal(answer.status, 400);
      assert.equal((await settings()).sorts.assigned.mail, true);
    });
});

describe('the choices', () => {
  it('change what is given and leave the rest', async () => {
    const before = await choose({});
    const after = await choose({ sorts: { deal_changed: { mail: true } }, morning_mail: true });
    assert.deepEqual(after, {
      ...before,
      morning_mail: true,
      sorts: { ...before.sorts, deal_changed: { ...before.sorts.deal_changed, mail: true } },
    });
  });

  it('take a sort from the bell', async () => {
    await give('Call Acme');
    const unread = async () =>
      (await app.call('GET', '/api/v2/notifications/unread', { as: ben })).body.data.unread;
    assert.equal(await unread(), 1);
    await choose({ sorts: { assigned: { page: false } } });
    assert.equal(await unread(), 0);
  });

  it('refuse a sort that does not exist', async () => {
    const body = { sorts: { gossip: { mail: true } } };
    const answer = await app.call('PATCH', '/api/v2/notification-settings', { as: ben, body });
    assert.equal(answer.status, 422);
  });
});
