import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Task } from '@rapport/contract/records/tasks';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

const HOUR_MS = 60 * 60 * 1000;

/** From ten hours behind UTC to fourteen ahead, with halves and with clocks that change. */
const ZONES = [
  'Pacific/Honolulu',
  'America/New_York',
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
];

/** Moments on ordinary days, and on both days of the year on which the clocks of Berlin change. */
const MOMENTS = ['2026-11-25T23:30:00Z', '2026-03-29T00:30:00Z', '2026-10-25T01:30:00Z'];

let app: TestApp;
let ada: TestUser;
let account_uuid: string;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
after(() => app.close());

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, `/api/v2${path}`, { as: ada, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body?.data;
};
const goTo = (moment: string) => app.clock.advance(Date.parse(moment) - app.clock.now().getTime());
const set = (body: object) => call('PATCH', '/me', body);

/** The day in a zone, by another way than the one tested. */
const dayIn = (zone: string, at: Date) => at.toLocaleDateString('sv-SE', { timeZone: zone });

const COMPARE: Record<string, (a: string, b: string) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  in: (a, b) => a === b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
};

for (const moment of MOMENTS) {
  test(`at ${moment} a filter by day finds the tasks whose day it is, from Honolulu to Kiritimati`, async () => {
    const now = new Date(moment);
    goTo(moment);
    const tag = `at ${moment}`;
    const hours = Array.from({ length: 41 }, (_, index) => 2 * index - 40);
    const timed = hours.map((hour) => ({ due_at: new Date(now.getTime() + hour * HOUR_MS).toISOString() }));
    const plain = [-2, -1, 0, 1, 2].map((days) => ({
      due_on: dayIn('UTC', new Date(now.getTime() + days * 24 * HOUR_MS)),
    }));
    const operations = [...timed, ...plain, {}].map((due) => ({
      action: 'create',
      data: { title: 'T', tags: [tag], ...due },
    }));
    // Who writes is elsewhere than who reads.
    await call('POST', '/tasks/batch?time_zone=Asia/Tokyo', { operations });
    for (const zone of ZONES) {
      await set({ time_zone: zone });
      for (const [operator, holds] of Object.entries(COMPARE)) {
        const query = `filter[tags]=${tag}&filter[due_on][${operator}]=today&limit=200&sort=due_on`;
        const found: Task[] = await call('GET', `/tasks?${query}`);
        const today = dayIn(zone, now);
        const dayOf = ({ due_on, due_at }: Partial<Task>) =>
          due_at ? dayIn(zone, new Date(due_at)) : due_on;
        const expected = [...timed, ...plain].filter((task) => holds(dayOf(task)!, today)).length;
        const isWithout = operator === 'ne' ? 1 : 0;
        assert.equal(found.length, expected + isWithout, `${zone} ${operator} ${today}`);
        for (const task of found)
          assert.ok(!dayOf(task) || holds(dayOf(task)!, today), `${zone} ${operator}`);
      }
    }
  });
}

test('the day of a due time is that of who set it, and stays when somebody elsewhere changes the title', async () => {
  await set({ time_zone: 'Pacific/Honolulu' });
  const task: Task = await call('POST', '/tasks', { title: 'T', due_at: '2026-12-01T05:00:00Z' });
  assert.equal(task.due_on, '2026-11-30');
  const path = `/tasks/${task.uuid}?time_zone=Asia/Tokyo`;
  assert.equal((await call('PATCH', path, { title: 'U' })).due_on, '2026-11-30');
  assert.equal((await call('PATCH', path, { due_at: '2026-12-01T15:00:00Z' })).due_on, '2026-12-02');
});

test('whose day it is: the parameter comes before the User, the User before the Account, and UTC is last', async () => {
  goTo('2026-11-25T12:00:00Z');
  const dueOn = async (parameter = '') => {
    const body = { title: 'T', due_at: '2026-12-01T23:30:00Z' };
    return (await call('POST', `/tasks${parameter}`, body)).due_on;
  };
  await set({ time_zone: null });
  assert.equal(await dueOn(), '2026-12-01');
  await call('PATCH', `/accounts/${account_uuid}`, { time_zone: 'Europe/Berlin' });
  assert.equal(await dueOn(), '2026-12-02');
  await set({ time_zone: 'America/New_York' });
  assert.equal(await dueOn(), '2026-12-01');
  assert.equal(await dueOn('?time_zone=Asia/Tokyo'), '2026-12-02');
});

test('a record has the day and the time of its next task; a filter by day goes by that time', async () => {
  goTo('2026-11-25T12:00:00Z');
  await set({ time_zone: 'Asia/Tokyo' });
  const client = await call('POST', '/clients', { name: 'C' });
  const records = [{ resource: 'client', uuid: client.uuid }];
  await call('POST', '/tasks', { title: 'Later', due_on: '2026-11-28', records });
  await call('POST', '/tasks', { title: 'Sooner', due_at: '2026-11-26T16:00:00Z', records });
  const { next_task_due_on, next_task_due_at } = await call('GET', `/clients/${client.uuid}`);
  assert.deepEqual([next_task_due_on, next_task_due_at], ['2026-11-27', '2026-11-26T16:00:00.000+00:00']);
  const count = async (day: string, zone: string) =>
    (await call('GET', `/clients?filter[next_task_due_on]=${day}&time_zone=${zone}`)).length;
  assert.deepEqual(
    [await count('2026-11-27', 'Asia/Tokyo'), await count('2026-11-26', 'Asia/Tokyo')],
    [1, 0],
  );
  assert.deepEqual([await count('2026-11-27', 'UTC'), await count('2026-11-26', 'UTC')], [0, 1]);
});

test('a bare day in a filter of a time lasts from its beginning to its end where the caller is', async () => {
  goTo('2026-11-25T03:00:00Z');
  const name = 'At three in UTC';
  await call('POST', '/clients', { name });
  const count = async (operator: string, day: string, zone: string) =>
    (
      await call(
        'GET',
        `/clients?filter[name]=${name}&filter[created_at]${operator}=${day}&time_zone=${zone}`,
      )
    ).length;
  assert.equal(await count('', 'today', 'UTC'), 1);
  assert.equal(await count('', '2026-11-24', 'America/New_York'), 1);
  assert.equal(await count('', '2026-11-25', 'America/New_York'), 0);
  assert.equal(await count('[lte]', '2026-11-24', 'America/New_York'), 1);
  assert.equal(await count('[gt]', '2026-11-24', 'America/New_York'), 0);
  assert.equal(await count('[lt]', '2026-11-25', 'America/New_York'), 1);
  assert.equal(await count('[gte]', 'month', 'UTC'), 1);
  assert.equal(await count('[lt]', 'today-90d', 'UTC'), 0);
});

test('what was not touched since a day is what was touched before it, or never', async () => {
  goTo('2026-11-25T12:00:00Z');
  const tags = ['left alone'];
  const [old, fresh] = await Promise.all(
    ['Old', 'Fresh', 'Never'].map((name) => call('POST', '/clients', { name, tags })),
  );
  const spokeTo = async (client: { uuid: string }) =>
    call('POST', '/tasks', {
      ...{ title: 'x', type: 'call', status: 'completed' },
      records: [{ resource: 'client', uuid: client.uuid }],
    });
  await spokeTo(old);
  goTo('2027-02-24T12:00:00Z');
  await spokeTo(fresh);
  const query = 'filter[tags]=left alone&filter[last_activity_at][not_since]=today-90d&sort=name';
  const found = await call('GET', `/clients?${query}`);
  assert.deepEqual(
    found.map(({ name }: { name: string }) => name),
    ['Never', 'Old'],
  );
});

for (const [week_starts_on, day] of [
  ['monday', '2026-11-23'],
  ['sunday', '2026-11-22'],
  ['saturday', '2026-11-21'],
]) {
  test(`a week that starts on ${week_starts_on} holds a Wednesday's ${day}`, async () => {
    goTo('2026-11-25T12:00:00Z');
    await call('PATCH', `/accounts/${account_uuid}`, { week_starts_on });
    await call('POST', '/tasks', { title: `Week of ${week_starts_on}`, due_on: day });
    const query = `filter[title]=Week of ${week_starts_on}&filter[due_on]=week`;
    assert.equal((await call('GET', `/tasks?${query}`)).length, 1);
  });
}

for (const zone of ['Mars/Olympus', '%2B02:00', '', 'UTC&time_zone=UTC']) {
  test(`time_zone=${zone} is refused by its name`, async () => {
    const { status, body } = await app.call('GET', `/api/v2/tasks?time_zone=${zone}`, { as: ada });
    assert.deepEqual([status, body.errors[0].pointer], [400, 'time_zone']);
  });
}
