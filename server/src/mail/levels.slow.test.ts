import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAIL_LEVELS, type MailLevel } from '@rapport/contract/mail';
import sql from 'sql-template-tag';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { type ImapServer, startImapServer } from './testing/imap-server.ts';
import { mailText } from './testing/mail-text.ts';

// Other mails with another seed: TEST_SEED=7.
const SEED = Number(process.env.TEST_SEED ?? 1);
const MAILS = 40;

/** Each of hundreds of answers is asked for: a busy machine takes its time, which is no fault. */
const timeout = 1_800_000;

const CONTACTS = 5;

let app: TestApp;
/** Ada and Ben have mailboxes. Dan is narrowed to what is his, Cleo is of another Account. */
let users: Record<'ada' | 'ben' | 'dan' | 'cleo', TestUser>;
let account_uuid: string;
let servers: ImapServer[];
let random: () => number;

before(async () => {
  app = await startTestApp();
  random = randomFrom(SEED);
  const [ada, ben, dan, cleo] = await Promise.all(
    ['Ada', 'Ben', 'Dan', 'Cleo'].map((name) => app.addUser(name)),
  );
  users = { ada: ada!, ben: ben!, dan: dan!, cleo: cleo! };
  account_uuid = await app.addAccount(users.ada);
  await app.addLogin(account_uuid, users.ben, 'owner');
  await app.addLogin(account_uuid, users.dan, 'member');
  await app.addAccount(users.cleo, 'Elsewhere');
  servers = [await startImapServer(), await startImapServer()];
});
after(async () => {
  await app.close();
  for (const server of servers) await server.close();
});

const call = (method: string, path: string, as: TestUser, body?: unknown) =>
  app.call(method, `/api/v2${path}`, { as, body });

test(`no answer about ${MAILS} random mails has a word that its reader may not read (seed ${SEED})`, {
  timeout,
}, async () => {
  const { ada, ben, dan, cleo } = users;
  const contacts = await makeContacts();
  const made = Array.from({ length: MAILS }, (_, n) => madeMail(n));
  await connect(made);
  const copies = await hideSome();
  // Dan sees the Contacts that are his, and the Client that nobody owns no more.
  await narrowAccess(app, account_uuid, levelsOf('own'));
  const seenBy = new Map([
    [ada, () => true],
    [ben, () => true],
    [dan, (contact: number) => contacts[contact]!.owner_uuid === dan.uuid],
    [cleo, () => false],
  ]);
  let [allowed, forbidden] = [0, 0];
  for (const [reader, sees] of seenBy) {
    const text = await allThat(reader, copies, contacts);
    for (const [n, { contact, cc }] of made.entries()) {
      const known = sees(contact) || (cc !== null && sees(cc));
      const level = Math.max(
        ...copies.filter((copy) => copy.n === n).map((copy) => levelFor(reader, copy, known)),
        0,
      );
      const least = {
        [`sub${n}x`]: 'subject',
        [`txt${n}x`]: 'full',
        [`htm${n}x`]: 'full',
        [`att${n}x`]: 'full',
      };
      for (const [word, needed] of Object.entries(least)) {
        const may = level >= MAIL_LEVELS.indexOf(needed as MailLevel);
        assert.equal(text.includes(word), may, `${reader.name} and ${word}, at level ${MAIL_LEVELS[level]}`);
        if (may) allowed += 1;
        else forbidden += 1;
        // Nobody finds a mail by what they may not read of it, whatever else of it they may.
        if (word.startsWith('sub') || word.startsWith('txt'))
          assert.equal(await isFound(reader, word), may, `${reader.name} finds ${word}`);
      }
      assert.equal(await isFound(reader, `who${n}x`), level === MAIL_LEVELS.indexOf('full'));
      // Strangers in a mail are named to those who read all of it.
      assert.equal(
        text.includes(`who${n}x`),
        level === MAIL_LEVELS.indexOf('full'),
        `${reader.name} and who${n}x`,
      );
    }
  }
  assert.ok(allowed > 50 && forbidden > 50, `${allowed} were to be read, and ${forbidden} were not`);
});

type Copy = { uuid: string; n: number; holder_uuid: string; visibility: MailLevel; thread_uuid: string };

function levelFor(reader: TestUser, { holder_uuid, visibility }: Copy, known: boolean): number {
  if (holder_uuid === reader.uuid) return MAIL_LEVELS.indexOf('full');
  return known ? MAIL_LEVELS.indexOf(visibility) : 0;
}

type MadeContact = { uuid: string; owner_uuid: string; client_uuid: string; deal_uuid: string };

async function makeContacts(): Promise<MadeContact[]> {
  const owners = [users.ada, users.dan, users.ben, users.dan, users.ada];
  return Promise.all(
    owners.slice(0, CONTACTS).map(async ({ uuid: owner_uuid }, n) => {
      const create = async (path: string, body: object): Promise<string> => {
        const answer = await call('POST', path, users.ada, { account_uuid, owner_uuid, ...body });
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        return answer.body.data.uuid;
      };
      const client_uuid = await create('/clients', { name: `Client ${n}` });
      const emails = [{ value: addressOf(n), label: 'work' }];
      const clients = [{ client_uuid }];
      const uuid = await create('/contacts', { last_name: `Contact ${n}`, emails, clients });
      const deal_uuid = await create('/deals', { title: `Deal ${n}`, client_uuid });
      return { uuid, owner_uuid, client_uuid, deal_uuid };
    }),
  );
}

const addressOf = (contact: number) => `contact${contact}@known.example`;

type MadeMail = { raw: string; contact: number; cc: number | null; in_both: boolean; mailbox: number };

/** A mail of one Contact, maybe with another one and a stranger, in one mailbox or in both. */
function madeMail(n: number): MadeMail {
  const contact = any(CONTACTS);
  const cc = random() < 0.3 ? any(CONTACTS) : null;
  const type = 'multipart/mixed; boundary=b';
  const part = (head: string, body: string) => `--b\r\nContent-Type: ${head}\r\n\r\n${body}\r\n`;
  const alternatives = `--a\r\nContent-Type: text/plain\r\n\r\ntxt${n}x\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>htm${n}x</p>\r\n--a--`;
  const parts = [
    part('multipart/alternative; boundary=a', alternatives),
    part(`text/csv; name="att${n}x.csv"\r\nContent-Disposition: attachment`, `att${n}x`),
  ];
  const raw = mailText({
    from: addressOf(contact),
    to: 'ada@example.com',
    cc: [cc === null ? [] : addressOf(cc), `who${n}x@stranger.example`].flat().join(', '),
    subject: `sub${n}x`,
    id: `${n}@known.example`,
    answers: n > 0 && random() < 0.6 ? [`${any(n)}@known.example`] : [],
    date: new Date(app.clock.now().getTime() - any(1000) * 60_000),
    type,
    body: `${parts.join('')}--b--`,
  });
  return { raw, contact, cc, in_both: random() < 0.3, mailbox: any(2) };
}

async function connect(made: MadeMail[]): Promise<void> {
  for (const { raw, in_both, mailbox } of made)
    for (const [index, server] of servers.entries())
      if (in_both || index === mailbox) server.add(raw, 'INBOX', app.clock.now());
  for (const [index, as] of [users.ada, users.ben].entries()) {
    const { port, password } = servers[index]!;
    const imap = { host: '127.0.0.1', port, security: 'none' };
    const body = { account_uuid, address: as.email, password, imap };
    assert.equal((await call('POST', '/mailboxes', as, body)).status, 201);
  }
  await app.jobs.finished();
}

/** Gives each copy a level of its own. */
async function hideSome(): Promise<Copy[]> {
  const rows = await app.db.query<Omit<Copy, 'n'> & { message_id: string }>(
    sql`SELECT uuid, message_id, holder_uuid, visibility, thread_uuid FROM mails`,
  );
  const copies: Copy[] = [];
  for (const row of rows) {
    const visibility = MAIL_LEVELS[any(MAIL_LEVELS.length)]!;
    const as = row.holder_uuid === users.ada.uuid ? users.ada : users.ben;
    assert.equal((await call('PATCH', `/mails/${row.uuid}`, as, { visibility })).status, 200);
    copies.push({ ...row, visibility, n: Number(/\d+/.exec(row.message_id)![0]) });
  }
  return copies;
}

/** Every answer about mails that a reader can get, as one text. */
async function allThat(reader: TestUser, copies: Copy[], contacts: MadeContact[]): Promise<string> {
  const texts: string[] = [];
  const get = async (path: string) => {
    const { body } = await call('GET', path, reader);
    texts.push(typeof body === 'string' ? body : JSON.stringify(body));
  };
  await get('/mails?limit=200');
  for (const { uuid, client_uuid, deal_uuid } of contacts)
    for (const record of [uuid, client_uuid, deal_uuid]) {
      await get(`/mails?limit=200&record_uuid=${record}`);
      await get(`/mail-threads?limit=200&record_uuid=${record}`);
    }
  for (const thread of new Set(copies.map(({ thread_uuid }) => thread_uuid))) {
    await get(`/mails?limit=200&thread_uuid=${thread}`);
    await get(`/mail-threads/${thread}/deals`);
  }
  for (const { uuid } of copies) {
    await get(`/mails/${uuid}`);
    await get(`/mails/${uuid}/html`);
    await get(`/mails/${uuid}/attachments/1/content`);
  }
  await get('/search?q=contact&limit=50');
  return texts.join('\n');
}

const isFound = async (reader: TestUser, word: string): Promise<boolean> =>
  (await call('GET', `/search?q=${word}&resources=mail`, reader)).body.data.length > 0;

const any = (below: number) => Math.floor(random() * below);

/** Random numbers that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
