import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { levelsOf, narrowAccess } from '../../testing/narrow-access.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { type SmtpServer, startMailServer } from '../testing/smtp-server.ts';

let app: TestApp;
let [ada, ben, dan] = [] as unknown as TestUser[];
let account_uuid: string;
let records: Record<'client' | 'contact' | 'deal', string>;

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });
const made = async (path: string, body: object) => {
  const answer = await call('POST', path, ada!, { account_uuid, ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.uuid as string;
};

before(async () => {
  app = await startTestApp({ rate_limit: 0 });
  [ada, ben, dan] = [await app.addUser('Ada'), await app.addUser('Ben'), await app.addUser('Dan')];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'viewer');
  await app.addLogin(account_uuid, dan!, 'member');
  const owner_uuid = ada!.uuid;
  const client = await made('/clients', { name: 'Navy', owner_uuid });
  const emails = [{ value: 'Grace@navy.example', label: 'work' }];
  const person = { first_name: 'Grace', last_name: 'Hopper', emails, clients: [{ client_uuid: client }] };
  const contact = await made('/contacts', { ...person, owner_uuid });
  const deal = await made('/deals', { title: 'Engines', client_uuid: client, owner_uuid });
  records = { client, contact, deal };
  await narrowAccess(app, account_uuid, levelsOf('own'));
});
after(() => app.close());

const WORDS = {
  subject: '{{deal.title}} for {{client.name}}',
  text: 'Dear {{ contact.first_name }}, {{contact.job_title}}\n\n{{user.name}}',
};
let count = 0;
const template = (more = {}) => made('/mail-templates', { name: `Offer ${count++}`, ...WORDS, ...more });
const filled = async (uuid: string, query: string, as = ada!) =>
  (await call('GET', `/mail-templates/${uuid}/filled${query}`, as)).body.data;

describe('a mail template', () => {
  it('is made and changed by who may write, and read by all of the Account', async () => {
    const uuid = await template({ name: 'First offer' });
    const path = `/mail-templates/${uuid}`;
    assert.equal((await call('GET', path, ben!)).body.data.name, 'First offer');
    const refused = await call('POST', '/mail-templates', ben!, { account_uuid, name: 'B', text: 'T' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'role_insufficient']);
    assert.equal((await call('PATCH', path, ben!, { name: 'B' })).status, 403);
    assert.equal((await call('DELETE', path, ben!)).status, 403);
    const changed = await call('PATCH', path, dan!, { text: 'Hello' });
    assert.deepEqual([changed.status, changed.body.data.version], [200, 2]);
    const taken = await call('POST', '/mail-templates', ada!, {
      account_uuid,
      name: 'FIRST offer',
      text: 'T',
    });
    assert.deepEqual([taken.status, taken.body.errors[0].code], [422, 'taken']);
    assert.equal((await call('DELETE', path, dan!)).status, 204);
    assert.equal((await call('GET', path, ada!)).status, 404);
  });

  it('that leaves open what nothing fills in is refused, with what is likely meant', async () => {
    for (const [text = '', said = ''] of [
      ['Dear {{contact.frist_name}}', 'Did you mean {{contact.first_name}}?'],
      ['Dear {{first_name}}', 'Did you mean {{contact.first_name}}?'],
      ['Dear {{Client name}}', 'Did you mean {{client.name}}?'],
      ['Dear {{zodiac.sign.of.the.cat}}', 'There are {{contact.first_name}}, '],
      ['Dear {{contact.first_name', 'Close it'],
    ]) {
      const { status, body } = await call('POST', '/mail-templates', ada!, { account_uuid, name: 'X', text });
      assert.deepEqual([status, body.errors?.[0].pointer], [422, '/text'], text);
      assert.ok(body.errors[0].detail.includes(said), body.errors[0].detail);
    }
    const subject = await call('POST', '/mail-templates', ada!, {
      account_uuid,
      name: 'X',
      subject: '{{deal.titel}}',
      text: 'T',
    });
    assert.match(subject.body.errors[0].detail, /^\/subject .* Did you mean \{\{deal\.title\}\}\?/);
  });

  it('is filled in from the record and from whom the mail goes to, and says what has no value', async () => {
    const uuid = await template();
    const whole = {
      subject: 'Engines for Navy',
      text: 'Dear Grace, {{contact.job_title}}\n\nAda',
      empty: ['contact.job_title'],
    };
    assert.deepEqual(await filled(uuid, `?record_uuid=${records.deal}&to=GRACE@navy.example`), whole);
    assert.deepEqual(await filled(uuid, `?record_uuid=${records.contact}`), {
      ...{ subject: '{{deal.title}} for Navy', text: whole.text },
      empty: ['deal.title', 'contact.job_title'],
    });
    const alone = await filled(uuid, `?record_uuid=${records.client}`);
    assert.deepEqual(alone.empty, ['deal.title', 'contact.first_name', 'contact.job_title']);
    assert.equal((await call('GET', `/mail-templates/${uuid}/filled?record_uuid=${uuid}`, ada!)).status, 404);
  });

  it('has no value of a record that its User does not see', async () => {
    const uuid = await template();
    const { text, empty } = await filled(uuid, '?to=grace@navy.example', dan!);
    assert.deepEqual([text.includes('Grace'), empty.includes('client.name')], [false, true]);
    const record = await call('GET', `/mail-templates/${uuid}/filled?record_uuid=${records.contact}`, dan!);
    assert.equal(record.status, 404);
  });
});

describe('a mail', () => {
  let imap: ImapServer;
  let smtp: SmtpServer;
  before(async () => {
    [imap, smtp] = [await startImapServer(), await startMailServer()];
  });
  after(async () => {
    await imap.close();
    await smtp.close();
  });

  it('in which something is still open is refused, and other braces are not', async () => {
    const server = ({ port }: { port: number }) => ({ host: '127.0.0.1', port, security: 'none' });
    const box = await call('POST', '/mailboxes', ada!, {
      ...{ account_uuid, address: ada!.email, password: 'imap-secret', signature: 'Ada\nEngines' },
      ...{ imap: server(imap), smtp: server(smtp) },
    });
    assert.equal(box.body.data.signature, 'Ada\nEngines');
    const mailbox_uuid = box.body.data.uuid;
    const mail = { mailbox_uuid, to: [{ address: 'grace@navy.example' }], subject: 'S' };
    const open = await call('POST', '/mails', ada!, { ...mail, text: 'Dear {{ contact.job_title }}' });
    assert.deepEqual([open.status, open.body.errors[0].pointer], [422, '/text']);
    assert.match(open.body.errors[0].detail, /still has \{\{ contact\.job_title \}\}/);
    const other = await call('POST', '/mails', ada!, { ...mail, text: 'In Jinja, {{ name }} is a value.' });
    assert.equal(other.status, 201, JSON.stringify(other.body));
    const changed = await call('PATCH', `/mailboxes/${mailbox_uuid}`, ada!, { signature: '' });
    assert.equal(changed.body.data.signature, '');
  });
});
