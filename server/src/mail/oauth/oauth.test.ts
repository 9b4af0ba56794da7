import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql, { raw } from 'sql-template-tag';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { endpointsOf, type MailProvider } from '../mailboxes/provider.ts';
import { type ImapServer, startImapServer } from '../testing/imap-server.ts';
import { type Issuer, startIssuer } from '../testing/issuer.ts';
import { mailText } from '../testing/mail-text.ts';
import { type SmtpServer, startMailServer } from '../testing/smtp-server.ts';
import { accessTo } from './access.ts';

const HOUR_MS = 60 * 60_000;
const BASE_URL = 'https://crm.example';

let app: TestApp;
let issuer: Issuer;
let imap: ImapServer;
let smtp: SmtpServer;
let [ada, ben] = [] as unknown as TestUser[];
let account_uuid: string;
let contact_uuid: string;

before(async () => {
  issuer = await startIssuer();
  issuer.sendBackTo(`${BASE_URL}/settings/mailboxes/signed-in/issuer`);
  [imap, smtp] = [await startImapServer(), await startMailServer()];
  // A mail server asks the issuer whose token it is given.
  const takes = async (user: string, token: string) => (await issuer.whose(token)) === user;
  imap.takes = takes;
  smtp.takes = takes;
  const serverAt = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
  const provider: MailProvider = {
    ...{ key: 'issuer', name: 'Example', scope: 'openid offline_access', asks: { prompt: 'consent' } },
    ...{ client_id: issuer.client_id, client_secret: issuer.client_secret },
    ...{ endpoints: null, issuer: issuer.url, imap: serverAt(imap.port), smtp: serverAt(smtp.port) },
  };
  app = await startTestApp({ base_url: BASE_URL, mail_providers: [provider] });
  [ada, ben] = [await app.addUser('Ada'), await app.addUser('Ben')];
  account_uuid = await app.addAccount(ada!);
  await app.addLogin(account_uuid, ben!, 'member');
  const contact = { account_uuid, last_name: 'Hopper', emails: [{ value: 'grace@navy.example' }] };
  contact_uuid = (await call('POST', '/contacts', contact)).body.data.uuid;
});
after(async () => {
  await app.close();
  for (const one of [issuer, imap, smtp]) await one.close();
});
beforeEach(() => {
  issuer.answers = 'well';
});
afterEach(async () => {
  for (const table of ['outgoing_mails', 'mailboxes', 'mails', 'notifications', 'jobs'])
    await app.db.query(sql`DELETE FROM ${raw(table)}`);
  for (const folder of imap.folders.values()) folder.messages = [];
});

const call = (method: string, path: string, body?: unknown, as = ada!) =>
  app.call(method, `/api/v2${path}`, { as, body });
const list = async (path: string, as = ada!) => (await call('GET', path, undefined, as)).body.data;
const mailbox = async () => (await list('/mailboxes'))[0];

/** Begins to sign in. Returns the address of the screen. */
async function begin(more: object = {}): Promise<string> {
  const body = { account_uuid, provider: 'issuer', address: ada!.email, ...more };
  const begun = await call('POST', '/mailboxes/authorize', body);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  return begun.body.data.url;
}

/** Ends to sign in, with what came back. */
const authorized = (back: object, as = ada!) =>
  call('POST', '/mailboxes/authorized', { provider: 'issuer', ...back }, as);

async function connect() {
  const back = await issuer.signIn(await begin(), ada!.email);
  const made = await authorized(back);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body.data;
}

/** A mail of Grace comes, and all is read that is due. */
async function receive(subject: string): Promise<void> {
  imap.add(mailText({ to: ada!.email, subject, date: app.clock.now() }), 'INBOX', app.clock.now());
  await call('POST', `/mailboxes/${(await mailbox()).uuid}/sync`);
  await app.jobs.finished();
}

const subjects = async () =>
  (await list(`/mails?record_uuid=${contact_uuid}`))
    .map(({ subject }: { subject: string }) => subject)
    .sort();

const told = async () => (await list('/notifications')).map(({ sort }: { sort: string }) => sort) as string[];

/** The access token that is kept now. */
async function kept(): Promise<string> {
  const [row] = await app.db.query<{ uuid: string; access_token_encrypted: Buffer }>(sql`
    SELECT uuid, access_token_encrypted FROM mailboxes`);
  return app.secretKey.decrypt(row!.access_token_encrypted, `${row!.uuid} access`);
}

test('who signs in at the issuer has a mailbox, which is read, sends, and shows no token', async () => {
  const made = await connect();
  assert.deepEqual(
    [made.provider, made.address, made.username, made.state],
    ['issuer', ada!.email, ada!.email, 'connecting'],
  );
  await receive('By token');
  assert.deepEqual(await subjects(), ['By token']);
  assert.equal((await mailbox()).state, 'live');
  const record = { resource: 'contact', uuid: contact_uuid };
  const mail = { mailbox_uuid: made.uuid, to: [{ address: 'grace@navy.example' }], record };
  const written = await call('POST', '/mails', { ...mail, subject: 'Our offer', text: 'Dear Grace.' });
  assert.equal(written.status, 201, JSON.stringify(written.body));
  app.clock.advance(11_000);
  await app.jobs.finished();
  assert.deepEqual(
    smtp.taken.map(({ to }) => to),
    [['grace@navy.example']],
  );
  const token = await kept();
  assert.equal(await issuer.whose(token), ada!.email);
  for (const text of [JSON.stringify(await list('/mailboxes')), await everyRow()])
    assert.ok(!text.includes(token) && !text.includes(Buffer.from(token).toString('hex')));
});

async function everyRow(): Promise<string> {
  const tables = await app.db.query<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      app.db.query<{ row: string }>(sql`SELECT t::text AS row FROM ${raw(`"${name}"`)} AS t`),
    ),
  );
  return rows.flatMap((of) => of.map(({ row }) => row)).join('\n');
}

test('a sign-in is ended by who began it, once, within ten minutes, and with the right issuer', async () => {
  const back = await issuer.signIn(await begin(), ada!.email);
  assert.equal(back.iss, issuer.url);
  const end = (more: object, as = ada!) => authorized({ ...back, ...more }, as);
  assert.equal((await end({}, ben!)).status, 422);
  const state = back.state!;
  assert.equal((await end({ state: `${state.slice(0, -6)}AAAAAA` })).status, 422);
  assert.equal((await end({ iss: 'https://evil.example' })).body.code, 'mailbox_refused');
  const { iss: _, ...unnamed } = back;
  assert.equal((await authorized(unnamed)).status, 409);
  // An issuer that passes a browser on to another provider is not given the code of that.
  const asked = issuer.asked;
  assert.equal((await end({ provider: 'microsoft' })).body.code, 'mailbox_refused');
  assert.equal(issuer.asked, asked);
  assert.equal((await end({ code: 'another' })).body.code, 'mailbox_refused');
  assert.deepEqual(await list('/mailboxes'), []);
  assert.equal((await end({})).status, 200);
  assert.equal((await end({})).body.code, 'mailbox_refused');
  app.clock.advance(10 * 60_000 + 1);
  assert.equal((await end({})).status, 422);
});

test('who signs in as somebody else is refused by the mail server, and nothing is kept', async () => {
  const back = await issuer.signIn(await begin(), 'eve@evil.example');
  const made = await authorized(back);
  assert.deepEqual([made.status, made.body.code], [409, 'mailbox_refused']);
  assert.deepEqual(await list('/mailboxes'), []);
});

test('a mail server that takes no tokens says so, and nothing is kept', async () => {
  const { takes } = imap;
  imap.takes = null;
  const back = await issuer.signIn(await begin(), ada!.email);
  const made = await authorized(back);
  imap.takes = takes;
  assert.deepEqual([made.status, made.body.code], [409, 'mailbox_refused']);
  assert.match(made.body.detail, /Unsupported authentication/);
  assert.deepEqual(await list('/mailboxes'), []);
});

test('an access token that ends is followed by the next, for which one of many asks', async () => {
  const { uuid } = await connect();
  const first = await kept();
  app.clock.advance(2 * HOUR_MS);
  const asked = issuer.asked;
  const core = { ...app, mail_providers: app.mail_providers };
  const given = await Promise.all(Array.from({ length: 8 }, () => accessTo(core, uuid)));
  const tokens = new Set(given.map((one) => ('token' in one ? one.token : one.detail)));
  assert.equal(issuer.asked - asked, 1);
  assert.deepEqual([...tokens], [await kept()]);
  assert.notEqual(await kept(), first);
  for (let n = 0; n < 3; n++) {
    app.clock.advance(2 * HOUR_MS);
    await receive(`Hour ${n}`);
  }
  assert.deepEqual(await subjects(), ['Hour 0', 'Hour 1', 'Hour 2']);
  assert.deepEqual(await told(), []);
});

test('an access token that was ended before its time is asked for again, and nobody is told', async () => {
  await connect();
  await issuer.end(await kept());
  await receive('Goes on');
  assert.deepEqual(await subjects(), ['Goes on']);
  assert.deepEqual([(await mailbox()).state, await told()], ['live', []]);
});

test('a mailbox whose access was ended stops, its User is told once, signs in again, and it goes on', async () => {
  const { uuid } = await connect();
  await receive('Before');
  await issuer.endGrants(ada!.email);
  app.clock.advance(2 * HOUR_MS);
  await receive('Meanwhile');
  const { state, problem } = await mailbox();
  assert.deepEqual([state, problem.code], ['failed', 'refused']);
  assert.match(problem.detail, /^Example: invalid_grant/);
  app.clock.advance(2 * HOUR_MS);
  await app.jobs.finished();
  assert.deepEqual(await told(), ['mailbox_refused']);
  assert.equal((await call('POST', `/mailboxes/${uuid}/authorize`, undefined, ben!)).status, 404);
  const { url } = (await call('POST', `/mailboxes/${uuid}/authorize`)).body.data;
  const back = await issuer.signIn(url, ada!.email);
  const again = await authorized(back);
  assert.deepEqual([again.status, again.body.data.uuid, again.body.data.problem], [200, uuid, null]);
  await app.jobs.finished();
  assert.deepEqual(await subjects(), ['Before', 'Meanwhile']);
  assert.equal((await mailbox()).state, 'live');
});

test('an issuer that leads a browser into a script, or to nowhere, is none', async () => {
  for (const authorization_endpoint of ['javascript:alert(1)', 'data:text/html,x', '/auth', '']) {
    const description = (at: string) => ({
      issuer: at,
      authorization_endpoint,
      token_endpoint: `${at}/token`,
    });
    const server = createServer((request, response) =>
      response.end(JSON.stringify(description(`http://${request.headers.host}`))),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const said = await endpointsOf({ ...app.mail_providers[0]!, issuer: at });
    server.close();
    assert.match(String(said), /does not describe the issuer/, authorization_endpoint);
  }
});

test('an issuer that is away, or refuses the operator, stops no mailbox', async () => {
  await connect();
  await receive('Before');
  issuer.answers = 503;
  app.clock.advance(2 * HOUR_MS);
  await receive('Meanwhile');
  const { state, problem } = await mailbox();
  assert.deepEqual([state, problem.code, await told()], ['live', 'unreachable', []]);
  issuer.answers = 'well';
  app.clock.advance(2 * HOUR_MS);
  await app.jobs.finished();
  assert.deepEqual(await subjects(), ['Before', 'Meanwhile']);
  assert.equal((await mailbox()).problem, null);
});

test('a mailbox that signs in elsewhere has no password, and others see to it that nobody else has', async () => {
  const { uuid } = await connect();
  const password = await call('PATCH', `/mailboxes/${uuid}`, { password: 'x' });
  assert.deepEqual([password.status, password.body.code], [409, 'conflict']);
  assert.equal((await call('PATCH', `/mailboxes/${uuid}`, { default_visibility: 'full' })).status, 200);
  await receive('Still read');
  assert.deepEqual(await subjects(), ['Still read']);
  const unknown = { account_uuid, provider: 'google', address: ada!.email };
  assert.equal((await call('POST', '/mailboxes/authorize', unknown)).body.code, 'conflict');
  const second = await issuer.signIn(await begin(), ada!.email);
  assert.equal((await authorized(second)).status, 422);
});
