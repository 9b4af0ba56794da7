import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Task } from '@rapport/contract/records/tasks';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let account_uuid: string;
let url: string;

before(async () => {
  app = await startTestApp();
  app.clock.advance(Date.parse('2026-11-25T09:00:00Z') - app.clock.now().getTime());
  ada = await app.addUser('Ada');
  account_uuid = await app.addAccount(ada, 'Lovelace');
  url = await addressOf(ada, { expected_closes: true });
});
after(() => app.close());

async function addressOf(user: TestUser, body: object = {}): Promise<string> {
  const made = await app.call('POST', '/api/v2/calendar-feeds', { as: user, in_browser: true, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data.address;
}

const write = async (method: string, path: string, body?: object) => {
  const answer = await app.call(method, `/api/v2${path}`, { as: ada, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body?.data;
};
const addTask = (fields: object): Promise<Task> =>
  write('POST', '/tasks', { account_uuid, title: 'T', assignee_uuid: ada.uuid, ...fields });

type Told = { status: number; detail: string };

type Event = {
  start: string;
  end: string;
  isDay: boolean;
  sequence: number;
  status: string | undefined;
  summary: string;
  description: string;
};

/** The events of a feed by the uuid of their record. Two parsers must read the same. */
async function read(address = url): Promise<Map<string, Event>> {
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  const [one, other] = [byIcalJs(text), byNodeIcal(text)];
  assert.deepEqual(other, one);
  return one;
}

const recordOf = (uid: string) => uid.replace(/@rapport$/, '');

function byIcalJs(text: string): Map<string, Event> {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const time = (at: ICAL.Time) => (at.isDate ? at.toString() : at.toJSDate().toISOString());
    const found: Event = {
      start: time(event.startDate),
      end: time(event.endDate),
      isDay: event.startDate.isDate,
      sequence: event.sequence,
      status: (component.getFirstPropertyValue('status') as string | null) ?? undefined,
      summary: event.summary,
      description: event.description ?? '',
    };
    return [recordOf(event.uid), found] as const;
  });
  return new Map(events);
}

function byNodeIcal(text: string): Map<string, Event> {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
  const found = events.map((event) => {
    const isDay = event.datetype === 'date';
    const time = (at: Date) => (isDay ? at.toLocaleDateString('sv-SE') : at.toISOString());
    const one: Event = {
      start: time(event.start),
      end: time(event.end!),
      isDay,
      sequence: Number(event.sequence),
      status: event.status,
      summary: event.summary as string,
      description: (event.description as string | undefined) ?? '',
    };
    return [recordOf(event.uid), one] as const;
  });
  return new Map(found);
}

test('days and times arrive as they were meant, on both days of the year on which clocks change', async () => {
  const spring = await addTask({ due_on: '2027-03-28', title: 'A day' });
  const autumn = await addTask({ due_on: '2027-10-31', title: 'Another' });
  // In Berlin 01:30 before the clock goes from 2 to 3, and 03:30 after it; then both times 02:30.
  const times = ['2027-03-28T00:30', '2027-03-28T01:30', '2027-10-31T00:30', '2027-10-31T01:30'];
  const timed = await Promise.all(times.map((time) => addTask({ due_at: `${time}:00Z`, type: 'call' })));
  const events = await read();
  const shown = (uuid: string) => {
    const { start, end, isDay } = events.get(uuid)!;
    return [start, end, isDay];
  };
  assert.deepEqual(shown(spring.uuid), ['2027-03-28', '2027-03-29', true]);
  assert.deepEqual(shown(autumn.uuid), ['2027-10-31', '2027-11-01', true]);
  timed.forEach(({ uuid }, index) => {
    const [start, end, isDay] = shown(uuid);
    assert.deepEqual([start, isDay], [`${times[index]}:00.000Z`, false]);
    assert.equal(Date.parse(String(end)) - Date.parse(String(start)), 30 * 60 * 1000);
  });
});

test('texts with commas, semicolons, backslashes, breaks and letters of several bytes come through', async () => {
  // node-ical takes an escaped backslash before an n for a break, so none comes before an n here.
  const title = `Ü, ;\\ "${'äöü€👍'.repeat(20)}" BEGIN:VEVENT`;
  const client = await write('POST', '/clients', { account_uuid, name: 'Acme; Söhne, Ltd' });
  const records = [{ resource: 'client', uuid: client.uuid }];
  const { uuid } = await addTask({ title, due_on: '2026-12-02', records });
  const event = (await read()).get(uuid)!;
  assert.equal(event.summary, title);
  assert.equal(event.description, `Acme; Söhne, Ltd\n${app.base_url}/tasks/${uuid}`);
  const text = await (await fetch(url)).text();
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
});

test('a change of a record keeps its identifier and raises its sequence number', async () => {
  const { uuid } = await addTask({ due_on: '2026-12-03' });
  const first = (await read()).get(uuid)!;
  await write('PATCH', `/tasks/${uuid}`, { due_on: '2026-12-04' });
  const second = (await read()).get(uuid)!;
  assert.deepEqual([first.start, second.start], ['2026-12-03', '2026-12-04']);
  assert.ok(second.sequence > first.sequence);
});

const ENDS: Record<string, (task: Task) => Promise<unknown>> = {
  'was deleted': ({ uuid }) => write('DELETE', `/tasks/${uuid}`),
  'is assigned to nobody': ({ uuid }) => write('PATCH', `/tasks/${uuid}`, { assignee_uuid: null }),
  'has no day any more': ({ uuid }) => write('PATCH', `/tasks/${uuid}`, { due_on: null }),
};
for (const [how, end] of Object.entries(ENDS)) {
  test(`a task that ${how} is called off without its text, for 30 days`, async () => {
    const address = await addressOf(ada, { expected_closes: true });
    url = address;
    const task = await addTask({ title: 'Secretive', due_on: '2027-02-01' });
    const before = (await read()).get(task.uuid)!;
    await end(task);
    const { status, summary, sequence, start } = (await read()).get(task.uuid)!;
    assert.deepEqual([status, summary, start], ['CANCELLED', 'Cancelled', '2027-02-01']);
    assert.ok(sequence > before.sequence);
    const day_ms = 24 * 60 * 60 * 1000;
    app.clock.advance(29 * day_ms);
    assert.equal((await read()).get(task.uuid)?.status, 'CANCELLED');
    app.clock.advance(2 * day_ms);
    assert.equal((await read()).has(task.uuid), false);
    app.clock.advance(-31 * day_ms);
  });
}

test('what was done stays with a mark, and a task of somebody else is not there', async () => {
  const { uuid } = await addTask({ title: 'Done', due_on: '2026-12-05' });
  await write('PATCH', `/tasks/${uuid}`, { status: 'completed' });
  const other = await addTask({ assignee_uuid: null, due_on: '2026-12-05' });
  const events = await read();
  assert.equal(events.get(uuid)!.summary, '✓ Done');
  assert.equal(events.has(other.uuid), false);
});

test('expected closes of own open deals are there on wish, and called off when the wish ends', async () => {
  const client = await write('POST', '/clients', { account_uuid, name: 'Buyer' });
  const deal = { account_uuid, title: 'Engine', client_uuid: client.uuid, owner_uuid: ada.uuid };
  const { uuid } = await write('POST', '/deals', { ...deal, expected_close_on: '2026-12-31' });
  const event = (await read()).get(uuid)!;
  assert.deepEqual([event.summary, event.start, event.isDay], ['Expected close: Engine', '2026-12-31', true]);
  const [feed] = (await app.call('GET', '/api/v2/calendar-feeds', { as: ada, in_browser: true })).body.data;
  const path = `/api/v2/calendar-feeds/${feed.uuid}`;
  await app.call('PATCH', path, { as: ada, in_browser: true, body: { expected_closes: false } });
  assert.equal((await read()).get(uuid)!.status, 'CANCELLED');
  await app.call('PATCH', path, { as: ada, in_browser: true, body: { expected_closes: true } });
  assert.equal((await read()).get(uuid)!.status, undefined);
});

test('an unchanged feed answers 304 to its ETag, whatever the time, and a changed one does not', async () => {
  const first = await fetch(url);
  assert.equal(first.headers.get('content-type'), 'text/calendar; charset=utf-8');
  assert.match(first.headers.get('cache-control')!, /^private/);
  const ask = () => fetch(url, { headers: { 'if-none-match': first.headers.get('etag')! } });
  app.clock.advance(60 * 60 * 1000);
  assert.equal((await ask()).status, 304);
  await addTask({ due_on: '2026-12-06' });
  assert.equal((await ask()).status, 200);
});

test('a calendar reads it whatever it says it accepts', async () => {
  const answer = await fetch(url, { headers: { accept: 'text/calendar' } });
  assert.equal(answer.status, 200);
});

test('the feed has what its User can reach at the time of reading: nothing of an Account they left', async () => {
  const ben = await app.addUser('Ben');
  await app.addLogin(account_uuid, ben, 'member');
  const { uuid } = await addTask({ title: 'For Ben', due_on: '2026-12-07', assignee_uuid: ben.uuid });
  const address = await addressOf(ben);
  assert.equal((await read(address)).get(uuid)!.summary, 'For Ben');
  await app.db.query(sql`UPDATE accounts SET requires_second_factor = true WHERE uuid = ${account_uuid}`);
  assert.equal((await read(address)).get(uuid)!.summary, 'Cancelled');
  await app.db.query(sql`UPDATE accounts SET requires_second_factor = false WHERE uuid = ${account_uuid}`);
  assert.equal((await read(address)).get(uuid)!.summary, 'For Ben');
  await app.db.query(sql`DELETE FROM logins WHERE user_uuid = ${ben.uuid}`);
  assert.equal((await read(address)).get(uuid)!.summary, 'Cancelled');
});

test('a new address ends the former one; ending it, or locking its User out, ends it at once', async () => {
  const cem = await app.addUser('Cem');
  const status = async (address: string) => (await fetch(address)).status;
  const [first, second] = [await addressOf(cem), await addressOf(cem)];
  assert.deepEqual([await status(first), await status(second)], [404, 200]);
  await app.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${cem.uuid}`);
  assert.equal(await status(second), 404);
  await app.db.query(sql`UPDATE users SET deactivated_at = NULL WHERE uuid = ${cem.uuid}`);
  const [feed] = (await app.call('GET', '/api/v2/calendar-feeds', { as: cem, in_browser: true })).body.data;
  const path = `/api/v2/calendar-feeds/${feed.uuid}`;
  assert.equal((await app.call('DELETE', path, { as: ada, in_browser: true })).status, 404);
  assert.equal((await app.call('DELETE', path, { as: cem, in_browser: true })).status, 204);
  assert.equal(await status(second), 404);
  const log = await app.call('GET', '/api/v2/audit-log', { as: cem });
  const actions = log.body.data.map(({ action }: { action: string }) => action);
  const told = ['calendar_feed.revoked', 'calendar_feed.renewed', 'calendar_feed.created'];
  assert.deepEqual(
    actions.filter((action: string) => action.startsWith('calendar_feed')),
    told,
  );
});

test('somebody who finds the address reports its secret, which ends it', async () => {
  const eve = await app.addUser('Eve');
  const address = await addressOf(eve);
  const token = /rpt_cal_\w+/.exec(address)![0];
  assert.equal((await app.call('POST', '/api/v2/token-leaks', { body: { token } })).status, 204);
  assert.equal((await fetch(address)).status, 404);
  await app.jobs.finished();
  assert.ok(app.mails.some(({ to, subject }) => to === eve.email && /calendar was found/.test(subject)));
});

test('the secret is kept as a hash, and no token makes, shows or uses an address', async () => {
  const rows = await app.db.query(sql`SELECT calendar_feeds::text AS text FROM calendar_feeds`);
  const token = /rpt_cal_\w+/.exec(url)![0];
  assert.equal(JSON.stringify(rows).includes(token), false);
  assert.equal((await app.call('POST', '/api/v2/calendar-feeds', { as: ada, body: {} })).status, 403);
  assert.equal((await app.call('GET', '/api/v2/calendar-feeds', { as: ada })).status, 403);
  assert.equal((await app.call('GET', '/api/v2/me', { as: { ...ada, token } })).status, 401);
});

test('wrong addresses all get the same answer, and many of them are refused for a while', async () => {
  const wrong = [
    url.replace(/.{5}\.ics$/, 'AAAAA.ics'),
    url.replace('.ics', ''),
    `${app.base_url}/calendar/rpt_cal_x.ics`,
    `${app.base_url}/calendar/${encodeURIComponent("';--")}.ics`,
  ];
  const answers = await Promise.all(
    wrong.map(async (address) => (await fetch(address)).json() as Promise<Told>),
  );
  assert.deepEqual(
    answers.map(({ status, detail }) => [status, detail]),
    answers.map(() => [404, answers[0]!.detail]),
  );
  const statuses = await Promise.all(
    Array.from(
      { length: 120 },
      async (_, one) => (await fetch(`${app.base_url}/calendar/no${one}.ics`)).status,
    ),
  );
  assert.ok(statuses.includes(429));
  // Whoever shares the network address goes on reading.
  assert.equal((await fetch(url)).status, 200);
  app.clock.advance(11 * 60 * 1000);
});

test('an amount without a currency, the last day of the calendar and the last line are as they should be', async () => {
  const client = await write('POST', '/clients', { account_uuid, name: 'Buyer' });
  const fields = { account_uuid, title: 'D', client_uuid: client.uuid, owner_uuid: ada.uuid, amount: '5' };
  const deal = await write('POST', '/deals', { ...fields, expected_close_on: '9999-12-31' });
  const text = await (await fetch(url)).text();
  assert.ok(text.endsWith('END:VCALENDAR\r\n'));
  const [event = ''] = text.split('BEGIN:VEVENT').filter((part) => part.includes(deal.uuid));
  assert.match(event, /DTSTART;VALUE=DATE:99991231\r\n/);
  assert.doesNotMatch(event, /DTEND|null/);
  assert.match(event, /5\.00/);
  await write('DELETE', `/deals/${deal.uuid}`);
});

test('a calendar that reads without a pause is told to wait', async () => {
  const statuses: number[] = [];
  for (let reads = 0; reads < 70; reads++) statuses.push((await fetch(url)).status);
  assert.ok(statuses.includes(429));
  app.clock.advance(11 * 60 * 1000);
  assert.equal((await fetch(url)).status, 200);
});
