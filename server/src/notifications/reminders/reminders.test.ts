import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Notification } from '@rapport/contract/notifications';
import sql from 'sql-template-tag';
import { keepRecurring } from '../../jobs/actions.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { REMIND } from './actions.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

let app: TestApp;
let ada: TestUser;
let ben: TestUser;
let account_uuid: string;
before(async () => {
  app = await startTestApp();
  await keepRecurring(app.db, app.clock, [REMIND]);
  ada = await app.addUser('Ada');
  ben = await app.addUser('Ben');
  account_uuid = await app.addAccount(ada);
  await app.addLogin(account_uuid, ben, 'member');
});
beforeEach(() => app.db.query(sql`DELETE FROM reminders`));
after(() => app.close());

const inFuture = (ms: number) =>
  new Date(app.clock.now().getTime() + ms).toISOString().replace('Z', '+00:00');

async function task(fields: object): Promise<string> {
  const body = { account_uuid, title: 'Call', assignee_uuid: ada.uuid, ...fields };
  const { status, body: answer } = await app.call('POST', '/api/v2/tasks', { as: ada, body });
  assert.equal(status, 201, JSON.stringify(answer));
  return answer.data.uuid;
}

async function change(uuid: string, body: object): Promise<void> {
  const answer = await app.call('PATCH', `/api/v2/tasks/${uuid}`, { as: ada, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

/** Lets time pass and the worker work; returns the reminders of a task so far. */
async function remindersAfter(ms: number, uuid: string, as = ada): Promise<Notification[]> {
  await app.jobs.finished();
  app.clock.advance(ms);
  await app.jobs.finished();
  const { body } = await app.call('GET', '/api/v2/notifications?limit=200', { as });
  return body.data.filter(({ sort, subject }: Notification) => sort === 'reminder' && subject.uuid === uuid);
}

describe('a task with a time', () => {
  it('reminds who is to do it, at its time and not before, once', async () => {
    const due_at = inFuture(HOUR_MS);
    const uuid = await task({ due_at, title: 'Call Acme' });
    assert.equal((await remindersAfter(59 * MINUTE_MS, uuid)).length, 0);
    const [told, ...more] = await remindersAfter(MINUTE_MS, uuid);
    assert.deepEqual([told!.subject.name, told!.due_at, told!.by], ['Call Acme', due_at, null]);
    assert.deepEqual(more, []);
    assert.equal((await remindersAfter(HOUR_MS, uuid)).length, 1);
  });

  it('reminds before its time, if that is asked for', async () => {
    const uuid = await task({ due_at: inFuture(2 * HOUR_MS), reminder: '1_hour_before' });
    assert.equal((await remindersAfter(59 * MINUTE_MS, uuid)).length, 0);
    assert.equal((await remindersAfter(MINUTE_MS, uuid)).length, 1);
  });

  it('reminds nobody, if that is asked for', async () => {
    const uuid = await task({ due_at: inFuture(HOUR_MS), reminder: 'none' });
    assert.equal((await remindersAfter(2 * HOUR_MS, uuid)).length, 0);
  });

  it('reminds at its new time, to its new assignee, with its new title', async () => {
    const uuid = await task({ due_at: inFuture(HOUR_MS) });
    await change(uuid, { due_at: inFuture(3 * HOUR_MS) });
    await change(uuid, { assignee_uuid: ben.uuid });
    await change(uuid, { title: 'Call them' });
    assert.equal((await remindersAfter(2 * HOUR_MS, uuid, ben)).length, 0);
    const [told] = await remindersAfter(HOUR_MS, uuid, ben);
    assert.equal(told?.subject.name, 'Call them');
    assert.equal((await remindersAfter(0, uuid)).length, 0);
  });

  it('reminds nobody when it was done or deleted before, and again when that is taken back', async () => {
    const [done, deleted] = [
      await task({ due_at: inFuture(HOUR_MS) }),
      await task({ due_at: inFuture(HOUR_MS) }),
    ];
    const back = await task({ due_at: inFuture(HOUR_MS) });
    await change(done, { status: 'completed' });
    for (const uuid of [deleted, back]) await app.call('DELETE', `/api/v2/tasks/${uuid}`, { as: ada });
    await app.call('POST', `/api/v2/tasks/${back}/restore`, { as: ada });
    assert.equal((await remindersAfter(HOUR_MS, done)).length, 0);
    assert.equal((await remindersAfter(0, deleted)).length, 0);
    assert.equal((await remindersAfter(0, back)).length, 1);
  });

  it('does not remind again by a later change of something else', async () => {
    const uuid = await task({ due_at: inFuture(2 * HOUR_MS), reminder: '1_hour_before' });
    assert.equal((await remindersAfter(HOUR_MS, uuid)).length, 1);
    await change(uuid, { priority: 'high', title: 'Call now' });
    assert.equal((await remindersAfter(HOUR_MS, uuid)).length, 1);
  });

  it('that was due while nothing ran reminds once when it runs again', async () => {
    const uuid = await task({ due_at: inFuture(HOUR_MS) });
    app.clock.advance(48 * HOUR_MS);
    assert.equal((await remindersAfter(0, uuid)).length, 1);
    assert.equal((await remindersAfter(HOUR_MS, uuid)).length, 1);
  });

  it('reminds nobody who has left the Account', async () => {
    const cal = await app.addUser('Cal');
    await app.addLogin(account_uuid, cal, 'member');
    const uuid = await task({ due_at: inFuture(HOUR_MS), assignee_uuid: cal.uuid });
    await app.db.query(sql`DELETE FROM logins WHERE user_uuid = ${cal.uuid}`);
    await remindersAfter(HOUR_MS, uuid, cal);
    const told = await app.db.query(
      sql`SELECT FROM notifications WHERE user_uuid = ${cal.uuid} AND sort = 'reminder'`,
    );
    assert.deepEqual(told, []);
  });
});

describe('a task with a day', () => {
  const timesOf = (uuid: string) =>
    app.db.query<{ remind_at: string }>(sql`SELECT remind_at FROM reminders WHERE record_uuid = ${uuid}`);

  it('reminds at eight in the morning of who is to do it, wherever the clocks are changed', async () => {
    const setZone = (time_zone: string) => app.call('PATCH', '/api/v2/me', { as: ada, body: { time_zone } });
    await setZone('Europe/Berlin');
    // Clocks go back on 25 October 2026 and forward on 28 March 2027.
    const [winter, summer] = [await task({ due_on: '2027-03-27' }), await task({ due_on: '2027-03-28' })];
    app.clock.advance(10_000);
    await app.jobs.finished();
    assert.deepEqual(await timesOf(winter), [{ remind_at: '2027-03-27T07:00:00.000+00:00' }]);
    assert.deepEqual(await timesOf(summer), [{ remind_at: '2027-03-28T06:00:00.000+00:00' }]);
    await setZone('America/New_York');
    app.clock.advance(10_000);
    await app.jobs.finished();
    assert.deepEqual(await timesOf(winter), [{ remind_at: '2027-03-27T12:00:00.000+00:00' }]);
  });

  it('goes by the zone of the Account for who has none', async () => {
    await app.call('PATCH', `/api/v2/accounts/${account_uuid}`, {
      as: ada,
      in_browser: true,
      body: { time_zone: 'Asia/Tokyo' },
    });
    const uuid = await task({ due_on: '2027-03-27', assignee_uuid: ben.uuid });
    app.clock.advance(10_000);
    await app.jobs.finished();
    assert.deepEqual(await timesOf(uuid), [{ remind_at: '2027-03-26T23:00:00.000+00:00' }]);
  });
});
