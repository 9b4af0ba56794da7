import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { clockAt, dayAt, plusDays } from '@rapport/contract/days';
import { keepRecurring } from '../../jobs/actions.ts';
import type { SentMail } from '../../platform/mail/mailer.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { MORNING_MAILS } from './actions.ts';
import { nextMorning } from './rules.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Berlin';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let users = 0;
before(async () => {
  app = await startTestApp();
  await keepRecurring(app.db, app.clock, [MORNING_MAILS]);
});
beforeEach(async () => {
  ada = await app.addUser(`Ada ${++users}`);
  account_uuid = await app.addAccount(ada, 'Engines Ltd');
  await app.call('PATCH', '/api/v2/me', { as: ada, body: { time_zone: ZONE } });
});
after(() => app.close());

const want = (morning_mail: boolean) =>
  app.call('PATCH', '/api/v2/notification-settings', { as: ada, body: { morning_mail } });

const today = () => dayAt(app.clock.now(), ZONE);

async function task(title: string, due_on: string): Promise<void> {
  const body = { account_uuid, title, due_on, assignee_uuid: ada.uuid };
  assert.equal((await app.call('POST', '/api/v2/tasks', { as: ada, body })).status, 201);
}

async function work(): Promise<SentMail[]> {
  app.clock.advance(60_000);
  await app.jobs.finished();
  return app.mails.filter(({ to, subject }) => to === ada.email && subject.includes('due today'));
}

/** Moves the clock to seven in the morning there. */
async function untilMorning(): Promise<void> {
  await work();
  app.clock.advance(nextMorning(app.clock.now(), ZONE).getTime() - app.clock.now().getTime());
}

describe('the mail of the morning', () => {
  it('says what is overdue and due and which Deals have no next step, at seven, once a day', async () => {
    await want(true);
    await untilMorning();
    app.clock.advance(-2 * HOUR_MS);
    await task('Long ago', plusDays(today(), -3));
    await task('For today', today());
    await task('For tomorrow', plusDays(today(), 1));
    const client = await app.call('POST', '/api/v2/clients', {
      as: ada,
      body: { account_uuid, name: 'Acme' },
    });
    const deal = {
      account_uuid,
      title: 'Big deal',
      client_uuid: client.body.data.uuid,
      owner_uuid: ada.uuid,
    };
    await app.call('POST', '/api/v2/deals', { as: ada, body: deal });
    assert.deepEqual(await work(), []);
    app.clock.advance(2 * HOUR_MS);
    const [mail, ...more] = await work();
    assert.deepEqual(more, []);
    assert.equal(mail!.subject, `${today()}: 1 due today, 1 overdue`);
    assert.match(
      mail!.text,
      /Overdue\n- Long ago .*Due today\n- For today .*Deals without a next step\n- Big deal/s,
    );
    assert.doesNotMatch(mail!.text, /For tomorrow/);
    assert.ok(mail!.unsubscribe);
    app.clock.advance(HOUR_MS);
    assert.equal((await work()).length, 1);
    app.clock.advance(23 * HOUR_MS);
    assert.equal((await work()).length, 2);
  });

  it('does not come when nothing waits, nor to who does not want it', async () => {
    await want(true);
    await untilMorning();
    assert.deepEqual(await work(), []);
    await want(false);
    await task('For today', today());
    await untilMorning();
    assert.deepEqual(await work(), []);
  });

  it('comes late after a standstill while it is morning, and not in the afternoon', async () => {
    await want(true);
    await task('Long ago', plusDays(today(), -3));
    await untilMorning();
    app.clock.advance(2 * HOUR_MS);
    assert.equal((await work()).length, 1);
    await untilMorning();
    app.clock.advance(6 * HOUR_MS);
    assert.equal((await work()).length, 1);
    await untilMorning();
    assert.equal((await work()).length, 2);
  });
});

for (const [now, expected] of [
  ['2027-03-27T20:00:00Z', '2027-03-28T05:00:00.000Z'],
  ['2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['2026-11-26T05:59:00Z', '2026-11-26T06:00:00.000Z'],
] as const)
  it(`after ${now} it is next seven in Berlin at ${expected}`, () => {
    const morning = nextMorning(new Date(now), ZONE);
    assert.deepEqual([morning.toISOString(), clockAt(morning, ZONE)], [expected, '07:00:00']);
  });
