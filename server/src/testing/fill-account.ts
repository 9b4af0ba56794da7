import assert from 'node:assert/strict';
import type { TestApp, TestUser } from './test-app.ts';

/** Fills a User's Account with records of all kinds that hold what is hard to keep in a file. */
export async function fillAccount(app: TestApp, as: TestUser): Promise<void> {
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await app.call('POST', `/api/v2/${path}`, { as, body });
    assert.equal(status, 201, JSON.stringify(answer));
    return answer.data;
  };
  const hard = await made('clients', {
    name: '\'=HYPERLINK("http://x")',
    external_id: '=cmd()',
    tags: ['a,b', 'say "x"', '-2+3'],
    phones: [{ value: '+44 20 7946 0001' }, { label: 'fax', value: '+44 20 7946 0002', primary: true }],
    addresses: [
      { street: '@home', city: 'London' },
      { label: 'branch', city: 'Berlin', country: 'DE' },
    ],
    description: '-1\n"quoted"\r\n; , \t end ',
    custom: { '=key': '=1+1', founded: '1902', empty: '', count: 3, nested: { a: [1, null] }, uuid: 'mine' },
  });
  const acme = await made('clients', { name: 'Acme, Inc.', owner_uuid: as.uuid });
  const three = await made('clients', { name: '3M "Gruppe"', custom: { founded: "'=old" } });
  const grace = await made('contacts', {
    name: 'Grace Hopper',
    emails: [
      { label: 'work', value: 'grace@example.com' },
      { value: 'second@example.com', primary: true },
    ],
    clients: [
      { client_uuid: three.uuid, role: 'Buyer', primary: true, ended_on: '2026-12-01' },
      { client_uuid: acme.uuid },
    ],
    do_not_contact: true,
    birthday_on: '1906-12-09',
  });
  const won = await made('deals', {
    title: 'Punched cards',
    client_uuid: acme.uuid,
    contacts: [{ contact_uuid: grace.uuid }],
    owner_uuid: as.uuid,
    amount: '-1250.50',
    currency: 'EUR',
  });
  await app.call('PATCH', `/api/v2/deals/${won.uuid}`, { as, body: { status: 'won' } });
  await made('deals', { title: '+1', client_uuid: hard.uuid });
  const records = [
    { resource: 'client', uuid: acme.uuid },
    { resource: 'contact', uuid: grace.uuid },
    { resource: 'deal', uuid: won.uuid },
  ];
  await made('tasks', { title: 'Call', due_on: '2026-12-01', records });
  const done = await made('tasks', { title: 'Write', due_at: '2026-12-01T09:00:00Z' });
  await app.call('PATCH', `/api/v2/tasks/${done.uuid}`, { as, body: { status: 'completed' } });
  await made('notes', {
    body: '=SUM(A1)\n\n**bold**',
    pinned: true,
    records,
  });
}
