import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ImapServer, startImapServer } from '../../../mail/testing/imap-server.ts';
import { mailText } from '../../../mail/testing/mail-text.ts';
import { type SmtpServer, startMailServer } from '../../../mail/testing/smtp-server.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

let app: TestApp;
let ada: TestUser;
let account: string;
let imap: ImapServer;
let smtp: SmtpServer;

before(async () => {
  app = await startTestApp();
  imap = await startImapServer();
  smtp = await startMailServer();
  ada = await app.addUser();
  account = `/api/v2/accounts/${await app.addAccount(ada)}`;
});
after(async () => {
  await app.close();
  await imap.close();
  await smtp.close();
});

/** Every operation that answers 201, with a valid request. */
const CREATIONS: Record<string, () => Promise<Answer>> = {
  createAccount: () => post('/api/v2/accounts', { name: 'Another' }),
  createLogin: async () =>
    post(
      `${account}/logins`,
      { email: (await app.addUser()).email, role: 'member', address_confirmed: true },
      true,
    ),
  createClient: () => postRecord('clients', { name: 'Acme' }),
  createContact: () => postRecord('contacts', { name: 'Ada' }),
  createDeal: async () => {
    const client = await postRecord('clients', { name: 'Buyer' });
    return postRecord('deals', { title: 'Engine', client_uuid: client.body.data.uuid });
  },
  createNote: async () => {
    const client = await postRecord('clients', { name: 'Noted' });
    const about = [{ resource: 'client', uuid: client.body.data.uuid }];
    return postRecord('notes', { body: 'Soon.', records: about });
  },
  createPipeline: () => postRecord('pipelines', { name: 'Sales' }),
  createTask: () => postRecord('tasks', { title: 'Call' }),
  createCustomField: () =>
    post('/api/v2/custom-fields', { resource: 'client', label: 'Renewal', type: 'date' }),
  createMailTemplate: () => post('/api/v2/mail-templates', { name: 'Offer', text: 'Dear {{contact.name}}' }),
  createMailFromFile: async () => {
    const emails = [{ value: 'grace@navy.example' }];
    const contact = await postRecord('contacts', { last_name: 'Hopper', emails });
    const path = `/api/v2/mail-files?record_uuid=${contact.body.data.uuid}`;
    const headers = { 'content-type': 'message/rfc822' };
    return app.call('POST', path, { as: ada, body: mailText(), headers });
  },
  createMailDropBox: () => postRecord('mail-drop-boxes', {}),
  createMailExclusion: () => postRecord('mail-exclusions', { pattern: 'bank.example' }),
  createMailbox: async () => {
    const server = { host: '127.0.0.1', port: imap.port, security: 'none' };
    return post('/api/v2/mailboxes', { address: 'ada@mail.example', password: imap.password, imap: server });
  },
  sendMail: async () => {
    const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' });
    const servers = { imap: server(imap.port), smtp: server(smtp.port) };
    const sender = { address: 'send@mail.example', password: imap.password, ...servers };
    const mailbox = await post('/api/v2/mailboxes', sender);
    const mailbox_uuid = mailbox.body.data.uuid;
    const emails = [{ value: 'grace@navy.example' }];
    await postRecord('contacts', { first_name: 'Grace', emails });
    return post('/api/v2/mails', {
      mailbox_uuid,
      to: [{ address: 'grace@navy.example' }],
      subject: 'S',
      text: 'T',
    });
  },
  createFileUpload: () => postRecord('file-uploads', { name: 'offer.pdf', size_bytes: 3 }),
  createProposal: () =>
    postRecord('proposals', {
      operations: [{ resource: 'client', action: 'create', fields: { name: 'Proposed' } }],
    }),
  createTeam: () => postRecord('teams', { name: 'North' }),
  createExport: () => post('/api/v2/exports', { account_uuid: account.split('/').at(-1) }, true),
  createView: () => post('/api/v2/views', { resource: 'client', name: 'Mine' }),
  createWebhookSubscription: () =>
    post('/api/v2/webhook-subscriptions', { url: 'http://127.0.0.1:9/', events: ['*'] }),
  createWebhookRelay: () => post('/api/v2/webhook-relays', { url: 'http://localhost:9/', events: ['*'] }),
  createCalendarFeed: () => post('/api/v2/calendar-feeds', {}, true),
  createPersonalAccessToken: () => post('/api/v2/personal-access-tokens', { name: 'Another' }, true),
};

for (const [operationId, create] of Object.entries(CREATIONS)) {
  test(`${operationId} answers with the address of its record`, async () => {
    const { status, headers, body } = await create();
    assert.equal(status, 201);
    // A token can read only itself.
    const as = body.data.token ? { ...ada, token: body.data.token } : ada;
    // Only our pages read a calendar feed.
    const in_browser = 'address' in body.data;
    const found = await app.call('GET', headers.get('location')!, { as, in_browser });
    assert.deepEqual([found.status, found.body.data.uuid], [200, body.data.uuid]);
  });
}

test('createInvitation answers with the address of its record, which can only be deleted there', async () => {
  const invitation = { email: 'new@example.com', role: 'viewer' };
  const { headers } = await post(`${account}/invitations`, invitation, true);
  const withdrawn = await app.call('DELETE', headers.get('location')!, { as: ada, in_browser: true });
  assert.equal(withdrawn.status, 204);
});

test('this list has all operations that create', () => {
  const creating = Object.values(app.description.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => '201' in responses);
  const ids = creating.map((operation) => operation.operationId);
  const listed = [...Object.keys(CREATIONS), 'createImport', 'createFile', 'createInvitation'];
  assert.deepEqual(ids.sort(), listed.sort(), 'Say in CREATIONS how each is created.');
  assert.ok(creating.every(({ responses }) => responses['201']!.headers?.location));
});

test('behind a proxy that removes the path of the base URL, the address begins with that path', async () => {
  const behind = await startTestApp({ base_url: 'https://example.com/crm' });
  try {
    const as = await behind.addUser();
    const { headers, body } = await behind.call('POST', '/api/v2/accounts', { as, body: { name: 'Acme' } });
    assert.equal(headers.get('location'), `/crm/api/v2/accounts/${body.data.uuid}`);
  } finally {
    await behind.close();
  }
});

function postRecord(kind: string, fields: object): Promise<Answer> {
  return post(`/api/v2/${kind}`, { account_uuid: account.split('/').at(-1), ...fields });
}

function post(path: string, body: object, in_browser = false): Promise<Answer> {
  return app.call('POST', path, { as: ada, in_browser, body });
}
