import assert from 'node:assert/strict';
import { MAIL_LEVELS } from '@rapport/contract/mail';
import type { Share } from '@rapport/contract/records/share-fields';
import sql from 'sql-template-tag';
import type { Levels } from '../access/narrow.ts';
import { newUuid } from '../platform/ids.ts';
import { MAIL_DROP, startTestApp, type TestApp, type TestUser } from './test-app.ts';

/** A record as the rule sees it: its people, its shares, and what it hangs on or is about. */
export type Plain = {
  kind: string;
  uuid: string;
  people: (string | null)[];
  shared_with: Share[];
  to: string[];
  word: string;
};

export const KINDS = ['client', 'contact', 'deal', 'task', 'note'] as const;
/** Those that have a level of their own. */
export const LEVELS = ['client', 'contact', 'deal'];

/** A User with who shares a team with them, and these teams. */
export type Looker = { user: string; team: string[]; teams: string[] };

/** The rule of who sees, or may change, what, on plain objects. */
export function oracle(
  all: Map<string, Plain>,
  { user, team, teams }: Looker,
  levels: Levels,
  right: 'see' | 'change' = 'see',
  seesOwnerless = true,
): (uuid: string) => boolean {
  type Who = { is: (person: string | null) => boolean; shares: (share: Share) => boolean };
  const holds = ({ people, shared_with, to }: Plain, who: Who): boolean =>
    people.some(who.is) || shared_with.some(who.shares) || to.some((uuid) => holds(all.get(uuid)!, who));
  const isNarrow = LEVELS.some((kind) => levels[kind]![right] !== 'all');
  const shares = ({ user_uuid, team_uuid, may_change }: Share) =>
    (user_uuid === user || teams.includes(team_uuid ?? '')) && (right === 'see' || may_change);
  const anybody = { is: (person: string | null) => person !== null, shares: () => true };
  const sees = (one: Plain): boolean => {
    if (!isNarrow) return true;
    if (LEVELS.includes(one.kind)) {
      const level = levels[one.kind]![right];
      const us = level === 'team' ? team : [user];
      const isOurs = holds(one, { is: (person) => us.includes(person ?? ''), shares });
      return level === 'all' || isOurs || (seesOwnerless && !holds(one, anybody));
    }
    if (one.people.includes(user) || one.to.some((uuid) => sees(all.get(uuid)!))) return true;
    return one.to.length === 0 && one.people.every((person) => person === null);
  };
  return (uuid) => sees(all.get(uuid)!);
}

export let app: TestApp;
export let account_uuid: string;
export let [owner, ann, ben, cid] = [] as unknown as TestUser[];
export const records = new Map<string, Plain>();
export let pipeline_uuid: string;
export let lookers: Looker[] = [];

/** A fixed series of numbers, so that a failure can be seen again. */
let seed = 7;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const anyOf = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
export const uuidsOf = (kind: string) =>
  [...records.values()].filter((one) => one.kind === kind).map(({ uuid }) => uuid);

export async function call(method: string, path: string, as: TestUser, body?: unknown, headers = {}) {
  return app.call(method, `/api/v2${path}`, { as, body, headers });
}

async function add(
  kind: string,
  fields: Record<string, unknown>,
  to: string[],
  as = owner!,
): Promise<string> {
  const word = `zq${records.size}hidden`;
  const named = kind === 'client' || kind === 'contact' ? 'name' : kind === 'note' ? 'body' : 'title';
  const emails = kind === 'contact' ? { emails: [{ value: `${word}@mail.example`, label: 'work' }] } : {};
  const body = {
    account_uuid,
    [named]: `Common ${word}`,
    tags: [`tag${records.size % 5}`],
    ...emails,
    ...fields,
  };
  const made = await call('POST', `/${kind}s`, as, body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { uuid, owner_uuid = null, assignee_uuid = null, shared_with = [] } = made.body.data;
  records.set(uuid, { kind, uuid, people: [owner_uuid, assignee_uuid], shared_with, to, word });
  return uuid;
}

async function addTeam(team: object): Promise<string> {
  const made = await call('POST', '/teams', owner!, team);
  assert.equal(made.status, 201);
  return made.body.data.uuid;
}

/** Starts a service with an Account of four Users in two teams, and records that hang together. */
export async function startNarrowWorld(): Promise<void> {
  // Another file may have had a world in this process.
  records.clear();
  seed = 7;
  app = await startTestApp({ mail_drop: MAIL_DROP });
  [owner, ann, ben, cid] = await Promise.all(['Olga', 'Ann', 'Ben', 'Cid'].map((name) => app.addUser(name)));
  account_uuid = await app.addAccount(owner!);
  for (const user of [ann!, ben!, cid!]) await app.addLogin(account_uuid, user, 'member');
  const north = { account_uuid, name: 'North', member_uuids: [ann!.uuid, ben!.uuid] };
  const south = { ...north, name: 'South', member_uuids: [cid!.uuid] };
  const [north_uuid, south_uuid] = [await addTeam(north), await addTeam(south)];
  lookers = [
    { user: ann!.uuid, team: [ann!.uuid, ben!.uuid], teams: [north_uuid] },
    { user: ben!.uuid, team: [ann!.uuid, ben!.uuid], teams: [north_uuid] },
    { user: cid!.uuid, team: [cid!.uuid], teams: [south_uuid] },
  ];
  pipeline_uuid = (await call('GET', '/pipelines', owner!)).body.data[0].uuid;
  const person = () => anyOf([null, ann!.uuid, ben!.uuid, cid!.uuid]);
  /** One in three is shared: with a User who is not its owner, with a team, or with both. */
  const held = () => {
    const owner_uuid = person();
    if (random(3) > 0) return { owner_uuid };
    const user_uuid = anyOf([ann!.uuid, ben!.uuid, cid!.uuid]);
    const shares = [
      { user_uuid, may_change: random(2) === 0 },
      { team_uuid: anyOf([north_uuid, south_uuid]), may_change: random(2) === 0 },
    ].filter((share) => !('user_uuid' in share && owner_uuid === user_uuid));
    return { owner_uuid, shared_with: shares.slice(random(2)) };
  };
  for (let n = 0; n < 10; n++) await add('client', held(), []);
  for (let n = 0; n < 14; n++) {
    const clients = [...new Set(Array.from({ length: random(3) }, () => anyOf(uuidsOf('client'))))];
    const links = clients.map((client_uuid, index) => ({
      client_uuid,
      ended_on: index === 1 ? '2026-01-01' : null,
    }));
    await add('contact', { ...held(), clients: links }, clients);
  }
  for (let n = 0; n < 14; n++) {
    const client_uuid = anyOf([null, ...uuidsOf('client')]);
    const amount = { amount: '10.00', currency: 'EUR' };
    await add('deal', { ...held(), client_uuid, ...amount }, client_uuid ? [client_uuid] : []);
  }
  const subjects = () => [...new Set(Array.from({ length: random(3) }, () => anyOf([...records.values()])))];
  for (let n = 0; n < 24; n++) {
    const kind = n % 2 ? 'task' : 'note';
    const about = subjects().filter((one) => LEVELS.includes(one.kind));
    if (kind === 'note' && about.length === 0) about.push(records.get(anyOf(uuidsOf('client')))!);
    const people = kind === 'task' ? { assignee_uuid: person(), due_on: '2030-01-01' } : {};
    const links = about.map(({ kind: resource, uuid }) => ({ resource, uuid }));
    await add(
      kind,
      { owner_uuid: person(), ...people, records: links },
      about.map(({ uuid }) => uuid),
    );
  }
  await keepMails();
}

/** Mails that Cid holds, at each level, of one or two Contacts. */
export type Mailed = { uuid: string; visibility: string; contacts: string[] };
export const mailed: Mailed[] = [];

async function keepMails(): Promise<void> {
  const contacts = uuidsOf('contact');
  for (let n = 0; n < 24; n++) {
    const visibility = MAIL_LEVELS[n % 4]!;
    // What is shown whole names all its people, also those whom a reader does not see.
    const others = visibility === 'full' ? [] : [anyOf(contacts)];
    const mail = { uuid: newUuid(app.clock.now()), visibility, contacts: [anyOf(contacts), ...others] };
    await app.db.query(sql`
      INSERT INTO mails (uuid, account_uuid, holder_uuid, fingerprint, thread_uuid, direction, visibility, sent_at,
        subject, text, version, created_at, updated_at)
      VALUES (${mail.uuid}, ${account_uuid}, ${cid!.uuid}, ${Buffer.from(mail.uuid)}, ${mail.uuid}, 'in',
        ${visibility}, now(), 'zqsubject', 'zqtext', 1, now(), now())`);
    for (const [index, uuid] of mail.contacts.entries()) {
      const address = `${records.get(uuid)!.word}@mail.example`;
      await app.db.query(sql`
        INSERT INTO mail_people (account_uuid, mail_uuid, "position", role, address, point, name, is_own)
        VALUES (${account_uuid}, ${mail.uuid}, ${index}, 'from', ${address}, ${address}, ${address}, false)`);
    }
    mailed.push(mail);
  }
}
