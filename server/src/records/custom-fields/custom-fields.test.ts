import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CustomField } from '@rapport/contract/custom-fields';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

const FIELDS = '/api/v2/custom-fields';
const CLIENTS = '/api/v2/clients';

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  await app.startWorker();
});
after(() => app.close());

/** A User with an Account of their own. */
async function newUser(): Promise<TestUser> {
  const user = await app.addUser();
  await app.addAccount(user);
  return user;
}

async function call(method: string, path: string, body?: unknown, as = ada) {
  return app.call(method, path, { as, ...(body !== undefined && { body }) });
}

/** Declares a field of Clients, and waits until its values are read. */
async function declare(given: object, as = ada): Promise<CustomField> {
  const { status, body } = await call('POST', FIELDS, { resource: 'client', ...given }, as);
  assert.equal(status, 201, JSON.stringify(body));
  return read(body.data, as);
}

/** Waits until the values of a field are read. */
async function read({ uuid }: { uuid: string }, as = ada): Promise<CustomField> {
  let field: CustomField | null = null;
  await until('its values to be read', async () => {
    field = (await call('GET', `${FIELDS}/${uuid}`, undefined, as)).body.data;
    return field!.job_uuid === null;
  });
  return field!;
}

async function addClient(name: string, custom: object, as = ada) {
  return call('POST', CLIENTS, { name, custom }, as);
}

async function names(query: string, as = ada): Promise<string> {
  const { status, body } = await call('GET', `${CLIENTS}?${query}`, undefined, as);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ name }: { name: string }) => name).join();
}

const OPTIONS = [{ label: 'Gold' }, { label: 'Silver', color: 'gray' }];

test('a field of every type takes its values in their JSON type, and refuses others', async () => {
  ada = await newUser();
  for (const [type, good, kept, bad] of [
    ['text', ' Ada ', 'Ada', 7],
    ['long_text', 'one\ntwo', 'one\ntwo', false],
    ['number', 12.5, 12.5, '12.5'],
    ['money', { amount: 12, currency: 'EUR' }, { amount: '12.00', currency: 'EUR' }, { amount: '1' }],
    ['date', '2027-01-15', '2027-01-15', '2027-02-30'],
    ['time', '2027-01-15T10:00:00+01:00', '2027-01-15T09:00:00.000+00:00', '2027-01-15'],
    ['choice', 'gold', 'gold', 'Gold'],
    ['choices', ['gold', 'silver'], ['gold', 'silver'], 'gold'],
    ['boolean', true, true, 'true'],
    ['url', 'https://example.com/a', 'https://example.com/a', 'javascript:alert(1)'],
    ['user', ada.uuid, ada.uuid, '01a0a41f-1d07-7c82-b3d9-6e5f0a817c24'],
  ] as const) {
    const options = type.startsWith('choice') ? { options: OPTIONS } : {};
    const { key } = await declare({ label: `A ${type}`, type, ...options });
    const sound = await addClient(type, { [key]: good });
    assert.equal(sound.status, 201, `${type}: ${JSON.stringify(sound.body)}`);
    assert.deepEqual(sound.body.data.custom[key], kept, type);
    const refused = await addClient(type, { [key]: bad });
    assert.deepEqual(
      [refused.status, refused.body.errors?.[0].pointer],
      [422, `/custom/${key}`],
      `${type}: ${JSON.stringify(refused.body)}`,
    );
    const nothing = await addClient(type, { [key]: null });
    assert.deepEqual([nothing.status, nothing.body.data.custom], [201, {}], type);
  }
});

test('a number with more digits than are kept is told how many are', async () => {
  ada = await newUser();
  await declare({ label: 'Seats', type: 'number' });
  const { status, body } = await addClient('A', { seats: 0.1 + 0.2 });
  assert.equal(status, 422);
  assert.match(body.detail, /^\/custom\/seats must have at most 15 digits before the point and 6 after it/);
});

test('an address without its scheme gets it, as a website does, and one with an unseen character is refused', async () => {
  ada = await newUser();
  const { key } = await declare({ label: 'Shop', type: 'url' });
  const kept = await addClient('A', { [key]: ' www.example.com/a ' });
  assert.deepEqual([kept.status, kept.body.data?.custom], [201, { [key]: 'https://www.example.com/a' }]);
  const masked = await addClient('A', { [key]: 'https://exam\u200bple.com' });
  assert.deepEqual([masked.status, masked.body.errors?.[0].code], [422, 'invalid_characters']);
});

test('a key that nobody can see is refused', async () => {
  ada = await newUser();
  for (const key of ['\u200b', '\u3164 ']) {
    const { status } = await call('POST', FIELDS, { resource: 'client', label: 'A', type: 'text', key });
    assert.equal(status, 422, JSON.stringify(key));
  }
});

test('a declared value is checked by page, API, batch, import and restore alike', async () => {
  ada = await newUser();
  const { uuid } = (await addClient('Old', { renewal_on: 'soon' })).body.data;
  await call('DELETE', `${CLIENTS}/${uuid}`);
  await declare({ label: 'Renewal on', type: 'date' });
  const bad = { name: 'Bad', custom: { renewal_on: 'soon' } };
  const at = ({ body }: { body: { errors: { pointer: string }[] } }) => body.errors[0]!.pointer;
  assert.equal(at(await call('POST', CLIENTS, bad)), '/custom/renewal_on');
  const good = (await addClient('Good', { renewal_on: '2027-01-15' })).body.data;
  assert.equal(
    at(await call('PATCH', `${CLIENTS}/${good.uuid}`, { custom: bad.custom })),
    '/custom/renewal_on',
  );
  const operations = [
    { action: 'create', data: bad },
    { action: 'update', uuid: good.uuid, data: { custom: bad.custom } },
    { action: 'restore', uuid },
  ];
  const { outcomes } = (await call('POST', `${CLIENTS}/batch`, { operations })).body.data;
  for (const { status, problem } of outcomes) {
    assert.deepEqual([status, problem.errors[0].pointer], [422, '/custom/renewal_on']);
  }
  const headers = { 'content-type': 'text/csv' };
  const body = 'name,renewal_on\nBad,soon\nIn words,15 January 2027\n';
  const imported = (await app.call('POST', `${CLIENTS}/import`, { as: ada, body, headers })).body.data;
  assert.deepEqual([imported.created, imported.losses[0].column], [2, 'renewal_on']);
  const restored = await call('POST', `${CLIENTS}/${uuid}/restore`);
  assert.deepEqual([restored.status, at(restored)], [422, '/custom/renewal_on']);
  assert.equal(await names('filter[custom.renewal_on]=2027-01-15&sort=name'), 'Good,In words');
});

test('a list is filtered, sorted, walked and added up by declared fields', async () => {
  ada = await newUser();
  await declare({ label: 'Seats', type: 'number' });
  await declare({ label: 'Fee', type: 'money' });
  await declare({ label: 'Plan', type: 'choice', options: OPTIONS });
  await declare({ label: 'Uses', type: 'choices', options: OPTIONS });
  for (const [name, custom] of [
    ['A', { seats: 30, fee: { amount: 10, currency: 'EUR' }, plan: 'gold', uses: ['gold', 'silver'] }],
    ['B', { seats: -2.5, fee: { amount: 5, currency: 'USD' }, plan: 'silver' }],
    ['C', {}],
    ['D', { seats: 30, fee: { amount: 1, currency: 'EUR' }, plan: 'gold' }],
    ['E', {}],
  ] as const) {
    assert.equal((await addClient(name, custom)).status, 201);
    app.clock.advance(1000);
  }
  for (const [query, expected] of [
    ['sort=custom.seats', 'B,A,D,C,E'],
    ['sort=-custom.seats', 'D,A,B,E,C'],
    ['sort=-custom.fee&filter[custom.plan]=gold', 'A,D'],
    ['filter[custom.fee][gte]=1 EUR&sort=name', 'A,D'],
    ['filter[custom.fee][gte]=1 USD&sort=-custom.fee', 'B'],
    ['filter[custom.fee][in]=5 USD,1 EUR&sort=name', 'B,D'],
    ['filter[custom.fee][ne]=5 EUR&sort=name', 'A,B,C,D,E'],
    ['filter[custom.fee][ne]=5 USD&sort=name', 'A,C,D,E'],
    ['filter[custom.seats][gte]=0&filter[custom.seats][lt]=31&sort=name', 'A,D'],
    ['filter[custom.seats][gte]=0&sort=-custom.seats', 'D,A'],
    ['filter[custom.seats][ne]=30&sort=name', 'B,C,E'],
    ['filter[custom.seats][is_null]=true&sort=name', 'C,E'],
    ['filter[custom.seats][is_null]=true&sort=custom.seats', 'C,E'],
    ['filter[custom.plan]=gold', 'D,A'],
    ['filter[custom.plan]=gold&sort=created_at', 'A,D'],
    ['filter[custom.plan][in]=gold,silver&sort=name', 'A,B,D'],
    ['filter[custom.plan][in]=gold,silver&sort=-created_at', 'D,B,A'],
    ['filter[custom.uses][in]=gold,silver&sort=created_at', 'A'],
    ['filter[custom.uses][in]=gold,silver&sort=custom.seats', 'A'],
    ['filter[custom.seats][gte]=-5&sort=custom.plan', 'A,D,B'],
    ['filter[custom.uses]=silver', 'A'],
    ['filter[custom.uses]=silver&filter[custom.uses][in]=gold', 'A'],
    ['filter[custom.uses]=silver&filter[custom.uses][in]=gold&sort=custom.seats', 'A'],
    ['filter[custom.uses][ne]=silver&filter[custom.uses][in]=gold', ''],
    ['filter[custom.uses][ne]=silver&sort=name', 'B,C,D,E'],
    ['filter[custom.plan]=gold&filter[status]=lead&q=A&sort=custom.seats', 'A'],
    ['filter[name][ne]=A&sort=custom.seats', 'B,D,C,E'],
  ] as const) {
    assert.equal(await names(query), expected, query);
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await call('GET', `${CLIENTS}?${query}&limit=1${cursor}`);
      walked.push(...body.data.map(({ name }: { name: string }) => name));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.equal(walked.join(), expected, `${query}, record by record`);
  }
  const sums = async (query: string) => (await call('GET', `${CLIENTS}?include=amounts&${query}`)).body;
  const fees = await sums('sum=custom.fee&filter[custom.seats][gte]=-10');
  assert.deepEqual(fees.amounts, [
    { currency: 'EUR', amount: '11.00' },
    { currency: 'USD', amount: '5.00' },
  ]);
  assert.deepEqual((await sums('sum=custom.seats')).amounts, [{ currency: null, amount: '57.5' }]);
  assert.equal((await sums('sum=custom.plan')).code, 'query_invalid');
  for (const query of ['sort=custom.nothing', 'sort=custom.seats,name', 'filter[custom.seats]=many'])
    assert.equal((await call('GET', `${CLIENTS}?${query}`)).status, 400, query);
});

test('texts in three spellings become days, and what does not fit is shown and kept', async () => {
  ada = await newUser();
  const spelled = ['2027-01-15', '16.01.2027', 'January 17, 2027', 'soon'];
  for (const renewal of spelled) await addClient(renewal, { Renewal: renewal });
  await addClient('Nothing', { other: 1 });
  const asked = { resource: 'client', key: 'Renewal', type: 'date' };
  const { fit, empty, failing, respelled } = (await call('POST', `${FIELDS}/preview`, asked)).body.data;
  assert.deepEqual([fit, empty, failing.count, failing.examples[0].value], [3, 1, 1, 'soon']);
  assert.equal(respelled.count, 2);
  assert.deepEqual(
    respelled.examples.map(({ value, becomes }: Record<string, string>) => `${value}: ${becomes}`),
    ['16.01.2027: 2027-01-16', 'January 17, 2027: 2027-01-17'],
  );
  const field = await declare({ label: 'Renewal', key: 'Renewal', type: 'date' });
  assert.equal(await names('sort=custom.Renewal&limit=3'), spelled.slice(0, 3).join());
  const kept = (await call('GET', `${CLIENTS}?filter[name]=soon`)).body.data[0];
  assert.deepEqual(kept.custom, { Renewal: 'soon' });
  const other = { custom: { ...kept.custom, note: 'x' } };
  assert.equal((await call('PATCH', `${CLIENTS}/${kept.uuid}`, other)).status, 200);
  const [event] = (await call('GET', `${CLIENTS}/${(await first('16.01.2027')).uuid}/events`)).body.data;
  assert.deepEqual(
    [event.event, event.changed_fields, event.previous.custom.Renewal],
    ['client.updated', ['custom'], '16.01.2027'],
  );
  const convert = { type: 'text', failing: 'keep' };
  const refused = await call('PATCH', `${FIELDS}/${field.uuid}`, { type: 'text' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'use_convert']);
  const accepted = await call('POST', `${FIELDS}/${field.uuid}/convert`, convert);
  assert.equal(accepted.status, 202);
  const { job_uuid, ...job } = accepted.body.data;
  assert.deepEqual([job.subject_uuid, job.total_count, job_uuid], [field.uuid, 4, job.uuid]);
  const { status, body } = await call('GET', accepted.headers.get('location')!);
  assert.deepEqual([status, body.data.uuid, Object.keys(body.data)], [200, job.uuid, Object.keys(job)]);
  await read(field);
  assert.equal(await names('filter[custom.Renewal]=SOON'), 'soon');
  const versions = (await call('GET', `${FIELDS}/${field.uuid}/versions`)).body.data;
  assert.deepEqual(
    versions.map(({ type }: { type: string }) => type),
    ['text', 'date'],
  );
});

test('a field without values is converted by a job as well', async () => {
  ada = await newUser();
  const field = await declare({ label: 'Renewal', type: 'text' });
  const { body } = await call('POST', `${FIELDS}/${field.uuid}/convert`, { type: 'date' });
  await read(field);
  const job = (await call('GET', `/api/v2/jobs/${body.data.uuid}`)).body.data;
  assert.deepEqual([job.state, job.result], ['completed', { fit: 0, failing: 0 }]);
  const [converted] = (await call('GET', FIELDS)).body.data;
  assert.deepEqual([converted.type, converted.job_uuid], ['date', null]);
});

test('values that leave the order of day and month open are read like those that tell it', async () => {
  ada = await newUser();
  const written = ['01/28/2027', '02/09/2027', '03.09.2027'];
  for (const renewal of written) await addClient(renewal, { renewal });
  await declare({ label: 'Renewal', type: 'date' });
  const { data } = (await call('GET', `${CLIENTS}?sort=custom.renewal`)).body;
  assert.deepEqual(
    data.map(({ custom }: { custom: { renewal: string } }) => custom.renewal),
    ['2027-01-28', '2027-02-09', '2027-09-03'],
  );
});

test('a time without a zone is one of the clocks of the Account', async () => {
  ada = await app.addUser();
  const account = { name: 'Mill', time_zone: 'Europe/Berlin' };
  assert.equal((await call('POST', '/api/v2/accounts', account)).status, 201);
  await addClient('A', { visit: '15.01.2027 09:00' });
  await declare({ label: 'Visit', type: 'time' });
  const { data } = (await call('GET', CLIENTS)).body;
  assert.deepEqual(data[0].custom, { visit: '2027-01-15T08:00:00.000+00:00' });
});

test('all values that do not fit are a file, which can be mended and imported', async () => {
  ada = await newUser();
  const long = `${'soon '.repeat(100)}=1`;
  for (const value of [long, 'later', '2027-01-15', 30]) {
    await addClient(`Client ${String(value).slice(0, 9)}`, { renewal: value, kept: 1 });
  }
  const asked = { resource: 'client', key: 'renewal', type: 'date', examples_max: 0 };
  const file = await app.call('POST', `${FIELDS}/preview.csv`, { as: ada, body: asked });
  assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8');
  const [header, ...lines] = file.body.replace('\ufeff', '').trim().split('\r\n');
  assert.equal(header, 'uuid,account_uuid,version,name,renewal');
  assert.deepEqual(
    lines.map((line: string) => line.split(',').at(-1)),
    [long, 'later', '30'],
  );
  await declare({ label: 'Renewal', type: 'date' });
  const body = file.body
    .replace(long, '1 Feb 2027')
    .replace(',later', ',2.2.2027')
    .replace(',30', ',2027-02-03');
  const headers = { 'content-type': 'text/csv' };
  const imported = (await app.call('POST', `${CLIENTS}/import`, { as: ada, body, headers })).body.data;
  assert.deepEqual([imported.created, imported.updated, imported.failures], [0, 3, []]);
  const data = (await call('GET', `${CLIENTS}?sort=custom.renewal`)).body.data;
  assert.deepEqual(
    data.map(({ custom }: { custom: object }) => custom),
    ['2027-01-15', '2027-02-01', '2027-02-02', '2027-02-03'].map((renewal) => ({ kept: 1, renewal })),
  );
});

test('the keys that no field declares are told, with how many records have them', async () => {
  ada = await newUser();
  await addClient('A', { renewal: '2027-01-15', size: 1 });
  await addClient('B', { renewal: 'soon', '__proto__ ': 1 });
  await declare({ label: 'Size', type: 'number' });
  const gone = (await addClient('C', { gone: 1 })).body.data;
  await call('DELETE', `${CLIENTS}/${gone.uuid}`);
  const keys = async (query: string) =>
    (await call('GET', `${FIELDS}/undeclared-keys?${query}`)).body.data as { key: string; count: number }[];
  assert.deepEqual(await keys('resource=client'), [
    { key: 'renewal', count: 2 },
    { key: '__proto__ ', count: 1 },
  ]);
  assert.deepEqual(await keys('resource=deal'), []);
  const unknown = await call('GET', `${FIELDS}/undeclared-keys?resource=invoice`);
  assert.equal(unknown.status, 400);
});

async function first(name: string) {
  return (await call('GET', `${CLIENTS}?filter[name]=${encodeURIComponent(name)}`)).body.data[0];
}

test('of eight callers with one unique value exactly one wins, whatever its case', async () => {
  ada = await newUser();
  const { key, uuid } = await declare({ label: 'Tax', type: 'text', unique: true });
  const tries = Array.from({ length: 8 }, (_, index) =>
    addClient(`${index}`, { [key]: index % 2 ? 'DE-1' : 'de-1' }),
  );
  const answers = await Promise.all(tries);
  const lost = answers.filter(({ status }) => status !== 201);
  assert.equal(lost.length, 7);
  for (const { status, body } of lost) assert.deepEqual([status, body.errors[0].code], [422, 'taken']);
  const again = await addClient('Later', { [key]: 'De-1' });
  const winner = answers.find(({ status }) => status === 201)!.body.data;
  assert.deepEqual(
    [again.body.errors[0].pointer, again.body.errors[0].uuid],
    [`/custom/${key}`, winner.uuid],
  );
  await call('PATCH', `${FIELDS}/${uuid}`, { unique: false });
  for (const value of ['x', 'X']) assert.equal((await addClient(value, { [key]: value })).status, 201);
  const refused = await call('PATCH', `${FIELDS}/${uuid}`, { unique: true });
  assert.deepEqual([refused.status, refused.body.errors.length], [422, 1]);
  assert.match(refused.body.errors[0].detail, /"x" is in 2 records/);
  const twice = await call('POST', FIELDS, {
    resource: 'client',
    label: 'K',
    key: 'k',
    type: 'text',
    unique: true,
  });
  assert.equal(twice.status, 201, JSON.stringify(twice.body));
});

test('a value that is taken is refused by the name of its record, also within one batch', async () => {
  ada = await newUser();
  await declare({ label: 'Tax', type: 'text', unique: true });
  await addClient('Mill', { tax: '1' });
  const said = (of: string) => `/custom/tax is the same as that of "${of}", and "Tax" is unique.`;
  const refused = await addClient('Later', { tax: '1' });
  assert.equal(refused.body.errors[0].detail, said('Mill'));
  const operations = ['A', 'B'].map((name) => ({ action: 'create', data: { name, custom: { tax: '2' } } }));
  const { body } = await call('POST', `${CLIENTS}/batch`, { operations });
  assert.equal(body.data.outcomes[1].problem.errors[0].detail, said('A'));
});

test('a deleted record gives its unique value free, and cannot come back while another has it', async () => {
  ada = await newUser();
  await declare({ label: 'Tax', type: 'text', unique: true });
  const { uuid } = (await addClient('First', { tax: '1' })).body.data;
  await call('DELETE', `${CLIENTS}/${uuid}`);
  assert.equal((await addClient('Second', { tax: '1' })).status, 201);
  const back = await call('POST', `${CLIENTS}/${uuid}/restore`);
  assert.deepEqual([back.status, back.body.errors[0].code], [422, 'taken']);
});

test('a required field is asked of new records, and cannot be emptied', async () => {
  ada = await newUser();
  const { uuid } = (await addClient('Before', {})).body.data;
  await declare({ label: 'Plan', type: 'choice', options: OPTIONS, required: true });
  const missing = await addClient('New', {});
  assert.deepEqual([missing.status, missing.body.errors[0].code], [422, 'required']);
  assert.equal((await call('PATCH', `${CLIENTS}/${uuid}`, { industry: 'Steel' })).status, 200);
  const full = (await addClient('Full', { plan: 'gold' })).body.data;
  assert.equal((await call('PATCH', `${CLIENTS}/${full.uuid}`, { custom: {} })).status, 422);
  const operations = [
    { action: 'update', uuid: full.uuid, data: { custom: { plan: null } } },
    { action: 'update', uuid, data: { industry: null } },
  ];
  const { outcomes } = (await call('POST', `${CLIENTS}/batch`, { operations })).body.data;
  assert.deepEqual(
    outcomes.map(({ status }: { status: number }) => status),
    [422, 200],
  );
});

test('an archived option stays where it is, and cannot be chosen any more', async () => {
  ada = await newUser();
  const { uuid } = await declare({ label: 'Plan', type: 'choice', options: OPTIONS });
  const old = (await addClient('Old', { plan: 'gold' })).body.data;
  const changed = await call('PATCH', `${FIELDS}/${uuid}`, {
    options: [{ label: 'Silver' }, { label: 'Iron' }],
  });
  assert.deepEqual(
    changed.body.data.options.map(({ key, archived }: { key: string; archived: boolean }) => [key, archived]),
    [
      ['silver', false],
      ['iron', false],
      ['gold', true],
    ],
  );
  assert.equal((await addClient('New', { plan: 'gold' })).body.errors[0].code, 'not_in_list');
  const same = { custom: { plan: 'gold', note: 1 } };
  assert.equal((await call('PATCH', `${CLIENTS}/${old.uuid}`, same)).status, 200);
  assert.equal(await names('filter[custom.plan]=gold'), 'Old');
});

test('a bad definition is refused with the field that is wrong', async () => {
  ada = await newUser();
  await declare({ label: 'Plan', type: 'text' });
  for (const [given, pointer] of [
    [{ label: 'X', type: 'text', key: '__proto__' }, '/key'],
    [{ label: 'X', type: 'text', key: 'a,b' }, '/key'],
    [{ label: 'X', type: 'text', key: 'plan' }, '/key'],
    [{ label: 'X', type: 'colour' }, '/type'],
    [{ label: ' ', type: 'text' }, '/label'],
    [{ label: 'X', type: 'choice' }, '/options'],
    [{ label: 'X', type: 'text', options: OPTIONS }, '/options'],
    [{ label: 'X', type: 'choice', options: [...OPTIONS, { label: 'gold' }] }, '/options/2/label'],
    [{ label: 'X', type: 'boolean', unique: true }, '/unique'],
    [{ label: 'X', type: 'text', resource: 'invoice' }, '/resource'],
  ] as const) {
    const { status, body } = await call('POST', FIELDS, { resource: 'client', ...given });
    assert.deepEqual([status, body.errors?.[0].pointer], [422, pointer], JSON.stringify(given));
  }
  const viewer = await app.addUser();
  const [account] = (await call('GET', '/api/v2/accounts')).body.data;
  await app.addLogin(account.uuid, viewer, 'member');
  const refused = await call('POST', FIELDS, { resource: 'client', label: 'X', type: 'text' }, viewer);
  assert.equal(refused.status, 403);
});

test('two fields in use never have one label, and a column means the one that is in use', async () => {
  ada = await newUser();
  const old = await declare({ label: 'Renewal', key: 'old', type: 'text' });
  const taken = { resource: 'client', label: ' RENEWAL', type: 'text' };
  const refused = await call('POST', FIELDS, taken);
  const [error] = refused.body.errors;
  assert.deepEqual(
    [refused.status, error.pointer, error.code, error.uuid],
    [422, '/label', 'taken', old.uuid],
  );
  assert.match(error.detail, /the field custom.old is called "Renewal" too/);
  assert.equal((await call('POST', FIELDS, { ...taken, resource: 'deal' })).status, 201);
  const second = await declare({ label: 'Start', type: 'text' });
  const put = (uuid: string, given: object) => call('PATCH', `${FIELDS}/${uuid}`, given);
  assert.equal((await put(second.uuid, { label: 'renewal' })).status, 422);
  assert.equal((await put(old.uuid, { label: 'RENEWAL' })).status, 200);
  assert.equal((await put(old.uuid, { archived_at: '2027-01-01T00:00:00Z' })).status, 200);
  assert.equal((await put(second.uuid, { label: 'Renewal' })).status, 200);
  const back = await put(old.uuid, { archived_at: null });
  assert.deepEqual([back.status, back.body.errors[0].pointer], [422, '/label']);
  const csv = 'name,renewal\nImported,May\n';
  await app.call('POST', `${CLIENTS}/import`, {
    as: ada,
    body: csv,
    headers: { 'content-type': 'text/csv' },
  });
  assert.deepEqual((await first('Imported')).custom, { start: 'May' });
});

test('a field has the group that its maker gives it, without blanks around it, or none', async () => {
  ada = await newUser();
  const one = await declare({ label: 'Renewal', type: 'date', group_name: ' Contract ' });
  assert.equal(one.group_name, 'Contract');
  const put = async (group_name: string | null) => {
    const { body } = await call('PATCH', `${FIELDS}/${one.uuid}`, { group_name });
    return [body.data.group_name, body.data.version];
  };
  assert.deepEqual(await put(null), [null, 2]);
  assert.deepEqual(await put('Terms'), ['Terms', 3]);
  const refused = await call('PATCH', `${FIELDS}/${one.uuid}`, { group_name: ' ' });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/group_name']);
  assert.equal((await declare({ label: 'Fee', type: 'number' })).group_name, null);
});

test('two fields that had one label before may be changed', async () => {
  ada = await newUser();
  const one = await declare({ label: 'Seats', type: 'number' });
  const other = await declare({ label: 'Places', type: 'number' });
  await app.db.query(sql`UPDATE custom_fields SET label = 'Seats' WHERE uuid = ${other.uuid}`);
  const changed = await call('PATCH', `${FIELDS}/${one.uuid}`, { help: 'How many.', label: 'Seats' });
  assert.equal(changed.status, 200);
});

test('values are not read for somebody who may no longer change fields', async () => {
  const idle = await startTestApp();
  try {
    const [owner, admin] = [await idle.addUser(), await idle.addUser()];
    const account_uuid = await idle.addAccount(owner);
    await idle.addLogin(account_uuid, admin, 'admin');
    await idle.call('POST', CLIENTS, { as: owner, body: { name: 'A', custom: { seats: 3 } } });
    const given = { resource: 'client', label: 'Seats', type: 'number' };
    await idle.call('POST', FIELDS, { as: admin, body: given });
    const path = `/api/v2/accounts/${account_uuid}/logins`;
    const logins = (await idle.call('GET', path, { as: owner, in_browser: true })).body.data;
    const { uuid } = logins.find(({ role }: { role: string }) => role === 'admin');
    const less = { as: owner, in_browser: true, body: { role: 'member' } };
    await idle.call('PATCH', `/api/v2/logins/${uuid}`, less);
    await idle.startWorker();
    await until('the job to fail', async () => {
      const [job] = (await idle.call('GET', '/api/v2/jobs', { as: admin })).body.data;
      return job.state === 'failed';
    });
  } finally {
    await idle.close();
  }
});

test('the 101st field of a kind is refused, and one of another kind is not', async () => {
  ada = await newUser();
  const one = (label: string) => ({ resource: 'client', label, type: 'text' });
  await Promise.all(Array.from({ length: 100 }, (_, n) => call('POST', FIELDS, one(`Field ${n}`))));
  const { status, body } = await call('POST', FIELDS, one('Field 101'));
  assert.deepEqual([status, body.code], [422, 'limit_reached']);
  assert.match(body.detail, /100 custom fields of a client/);
  const other = await call('POST', FIELDS, { ...one('Field 101'), resource: 'deal' });
  assert.equal(other.status, 201);
});

test('a long text is filtered by what is in it', async () => {
  ada = await newUser();
  await declare({ label: 'Story', type: 'long_text' });
  await addClient('A', { story: 'Once upon a time\nin a mill' });
  await addClient('B', {});
  for (const [condition, expected] of [
    ['[contains]=MILL', 'A'],
    ['=once upon a time%0Ain a mill', 'A'],
    ['=mill', ''],
    ['[is_null]=true', 'B'],
  ] as const) {
    assert.equal(await names(`filter[custom.story]${condition}`), expected, condition);
  }
});

test('an archived field says since when, in the form of all times', async () => {
  ada = await newUser();
  const { uuid } = await declare({ label: 'Seats', type: 'number' });
  const { body } = await call('PATCH', `${FIELDS}/${uuid}`, { archived_at: '2026-11-25T01:00:00+01:00' });
  assert.equal(body.data.archived_at, '2026-11-25T00:00:00.000+00:00');
});

test('a deleted field leaves its values in the records, and is told by an event', async () => {
  ada = await newUser();
  const { uuid } = await declare({ label: 'Seats', type: 'number' });
  await call('PATCH', `${FIELDS}/${uuid}`, { label: 'Places' });
  await addClient('A', { seats: 3 });
  assert.equal((await call('DELETE', `${FIELDS}/${uuid}`)).status, 204);
  assert.equal((await addClient('B', { seats: 'many' })).status, 201);
  assert.equal(await names('filter[custom.seats]=3'), 'A');
  await until('the feed to tell it', async () => {
    const { data } = (await call('GET', '/api/v2/events?limit=200')).body;
    const told = data
      .map(({ event }: { event: string }) => event)
      .filter((name: string) => name.startsWith('custom_'));
    return told.join() === 'custom_field.created,custom_field.updated,custom_field.deleted';
  });
});

test('a list over several Accounts takes a key that has one type in them, and asks for one otherwise', async () => {
  ada = await app.addUser();
  const [one, two] = [await app.addAccount(ada), await app.addAccount(ada)];
  for (const account_uuid of [one, two]) {
    await declare({ account_uuid, label: 'Seats', type: 'number' });
    await call('POST', CLIENTS, { account_uuid, name: `Of ${account_uuid}`, custom: { seats: 3 } });
  }
  assert.equal((await names('filter[custom.seats][gte]=3&sort=custom.seats')).split(',').length, 2);
  await declare({ account_uuid: one, label: 'Plan', type: 'text' });
  await declare({ account_uuid: two, label: 'Plan', type: 'number' });
  const { status, body } = await call('GET', `${CLIENTS}?sort=custom.plan`);
  assert.deepEqual([status, body.errors[0].pointer], [400, 'account_uuid']);
  assert.equal((await call('GET', `${CLIENTS}?sort=custom.plan&account_uuid=${one}`)).status, 200);
  await declare({ account_uuid: one, label: 'Planned', type: 'text' });
  assert.equal(await names('filter[custom.planned]=x&sort=custom.planned'), '');
});
