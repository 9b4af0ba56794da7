import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import { operationsOf } from '../testing/described-requests.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { narrowed } from '../testing/narrow-token.ts';
import {
  account_uuid,
  ann,
  app,
  call,
  KINDS,
  lookers,
  oracle,
  owner,
  type Plain,
  records,
  startNarrowWorld,
} from '../testing/narrow-world.ts';
import type { TestUser } from '../testing/test-app.ts';

/** What an operation on one record asks of its caller. */
type Row = {
  needs: 'see' | 'change' | 'write' | 'all' | 'nothing';
  body?: (record: Plain) => object;
};

const NEVER = '01900000-0000-7000-8000-000000000000';
const NOR = '01900000-0000-7000-8000-000000000001';
const STALE = { 'if-match': '"99"' };

/** Each operation on a record, by its method and what follows the uuid. */
const ROWS: Record<string, Row> = {
  'GET ': { needs: 'see' },
  'GET /access': { needs: 'see' },
  'GET /events': { needs: 'see' },
  'PATCH ': { needs: 'change', body: () => ({ tags: ['matrix'] }) },
  'DELETE ': { needs: 'change' },
  // Only a deleted record is restored: see the last test.
  'POST /restore': { needs: 'nothing' },
  'POST /merge': { needs: 'all', body: () => ({ from_uuid: NOR }) },
  // It says something of two records that are seen, and changes neither.
  'POST /distinct': { needs: 'write', body: () => ({ other_uuid: NOR }) },
};

/** The operations on a kind as a whole. Other tests compare what they answer with the rule. */
const OF_A_KIND = [
  'GET ',
  'GET .csv',
  'GET /board',
  'GET /deleted',
  'GET /duplicates',
  'POST ',
  'POST /batch',
  'POST /bulk',
  'POST /import',
  'POST /similar',
];

/** What else the API has, by the first part of its path, and what bounds it. */
const OTHERS: Record<string, string> = {
  accounts: 'no records; handovers and what is assigned are for admins',
  'api-requests': 'one’s own requests',
  'audit-log': 'entries of the Account name no records',
  'browser-sessions': 'one’s own',
  'calendar-feeds': 'one’s own; what a calendar shows is read by its reach',
  changes: 'events, which are seen as their records are',
  'custom-fields': 'definitions; keys in use are read by reach',
  'deleted-accounts': 'no records',
  'event-types': 'the same for all',
  events: 'seen as their records are',
  exports: 'for owners',
  'file-uploads': 'one’s own',
  files: 'seen as their records are',
  grants: 'one’s own',
  imports: 'for who sees all',
  invitations: 'no records',
  jobs: 'one’s own, and for managers',
  live: 'names what is seen',
  logins: 'no records',
  'held-mails': 'one’s own',
  'mail-bounces': 'by the Contacts that are seen',
  'mail-drop-boxes': 'one’s own',
  'mail-exclusions': 'one’s own',
  'mail-files': 'one’s own',
  'mail-templates': 'of the Account; filled from a record that is seen',
  'mail-threads': 'by the Contacts that are seen',
  mailboxes: 'one’s own',
  mails: 'by the Contacts that are seen',
  me: 'one’s own',
  'notification-settings': 'one’s own',
  notifications: 'one’s own, while their record is seen',
  'outgoing-mails': 'one’s own',
  'pending-logins': 'one’s own',
  'personal-access-tokens': 'one’s own',
  pipelines: 'seen by all',
  proposals: 'one’s own, for records that are seen',
  reports: 'figures over what is seen',
  search: 'finds what is seen',
  tags: 'counted over what is seen',
  teams: 'no records',
  'token-leaks': 'no records',
  views: 'queries, which each runs with their own reach',
  'webhook-deliveries': 'names and bodies while their record is seen',
  'webhook-recoveries': 'one’s own',
  'webhook-relays': 'one’s own',
  'webhook-subscriptions': 'one’s own',
};

const operations = () => operationsOf(app.description).filter(({ path }) => path.startsWith('/api/v2/'));
const PATH = new RegExp(
  `^/api/v2/(${RECORDS.filter((kind) => 'seen_by' in kind)
    .map(({ plural }) => plural)
    .join('|')})(/\\{uuid\\})?(.*)$`,
);

before(startNarrowWorld);
after(() => app.close());

/** Those that differ for somebody: one of each kind of record and way to hold it. */
function targets(sees: (uuid: string) => boolean, changes: (uuid: string) => boolean): Plain[] {
  const wayOf = ({ kind, uuid, people, shared_with, to }: Plain) =>
    [
      kind,
      sees(uuid),
      changes(uuid),
      people.includes(ann!.uuid),
      people.some((one) => one !== null),
      shared_with.length > 0,
      to.length > 0,
    ].join();
  return [...Map.groupBy(records.values(), wayOf).values()].map(([one]) => one!);
}

/** The bytes of an answer, without what differs from request to request. */
const bytesOf = ({ status, body }: { status: number; body: unknown }, uuid: string) =>
  status +
  JSON.stringify(body)
    .replaceAll(uuid, 'UUID')
    .replace(/"request_id":"[^"]*"/, '');

/**
 * What somebody is answered: as for a record that never was, with this status and code, or by what
 * comes behind the rights.
 */
type Answer = 'as never' | 'let in' | [status: number, code?: string];

/** Sends each operation about each record, and compares the answer with what is expected. */
async function compare(
  as: TestUser,
  among: Plain[],
  expected: (row: Row, one: Plain) => Answer,
): Promise<number> {
  let sent = 0;
  for (const { method, path } of operations()) {
    const [, plural, uuid, rest] = PATH.exec(path) ?? [];
    if (!plural || !uuid) continue;
    const row = ROWS[`${method} ${rest}`]!;
    let never: string | undefined;
    for (const one of among.filter(({ kind }) => `${kind}s` === plural)) {
      const send = (of: string): ReturnType<typeof call> =>
        call(
          method,
          `/${plural}/${of}${rest}`,
          as,
          row.body?.(one),
          method === 'POST' || method === 'GET' ? {} : STALE,
        );
      const answer = await send(one.uuid);
      const wanted = expected(row, one);
      const said = `${method} ${path} of ${JSON.stringify(one)}: ${JSON.stringify(answer.body)}`;
      if (wanted === 'as never') {
        never ??= bytesOf(await send(NEVER), NEVER);
        assert.equal(bytesOf(answer, one.uuid), never, said);
      } else if (wanted === 'let in') assert.notEqual(answer.status, 403, said);
      else assert.deepEqual([answer.status, answer.body?.code].slice(0, wanted.length), wanted, said);
      sent++;
    }
  }
  return sent;
}

describe('every operation of the API, for every caller', () => {
  it('has a row', () => {
    for (const { name, method, path } of operations()) {
      const [, plural, uuid, rest = ''] = PATH.exec(path) ?? [];
      const room = path.split('/')[3]!.replace(/\.csv$/, '');
      if (plural)
        assert.ok(
          uuid ? ROWS[`${method} ${rest}`] : OF_A_KIND.includes(`${method} ${rest}`),
          `${name} has no row`,
        );
      else assert.ok(OTHERS[room], `${name} has no row: say what bounds it for who sees not all`);
    }
  });

  for (const level of ['own', 'team', 'all'] as const)
    it(`answers a member at the level ${level} by the rule`, async () => {
      const levels = levelsOf(level);
      await narrowAccess(app, account_uuid, level === 'all' ? null : levels);
      const [sees, changes] = [
        oracle(records, lookers[0]!, levels),
        oracle(records, lookers[0]!, levels, 'change'),
      ];
      const sent = await compare(ann!, targets(sees, changes), ({ needs }, { uuid }) => {
        if (!sees(uuid) || needs === 'nothing') return 'as never';
        if (needs === 'see') return [200];
        if (needs === 'write') return 'let in';
        if (needs === 'all') return level === 'all' ? 'let in' : [403, 'change_not_allowed'];
        return changes(uuid) ? [412] : [403, 'change_not_allowed'];
      });
      assert.ok(sent > 100, `${sent}`);
    });

  it('answers a member who sees all and changes their own', async () => {
    const levels = levelsOf('all', 'own');
    await narrowAccess(app, account_uuid, levels);
    const changes = oracle(records, lookers[0]!, levels, 'change');
    await compare(
      ann!,
      targets(() => true, changes),
      ({ needs }, { uuid }) => {
        if (needs === 'nothing') return 'as never';
        if (needs === 'see') return [200];
        if (needs === 'write') return 'let in';
        return needs === 'change' && changes(uuid) ? [412] : [403, 'change_not_allowed'];
      },
    );
  });

  it('answers a viewer, an admin, a stranger and tokens of few scopes', async () => {
    const levels = levelsOf('own');
    await narrowAccess(app, account_uuid, levels);
    const sees = oracle(records, lookers[0]!, levels);
    // Of most of these no answer depends on who holds a record, so few records are asked for.
    const byKind = Map.groupBy(records.values(), ({ kind, uuid }) => `${kind} ${sees(uuid)}`);
    const among = [...byKind.values()].map(([one]) => one!);
    const [viewer, admin, stranger] = [
      await app.addUser('Vera'),
      await app.addUser('Adam'),
      await app.addUser('Far'),
    ];
    await app.addLogin(account_uuid, viewer, 'viewer');
    await app.addLogin(account_uuid, admin, 'admin');
    await compare(viewer, among, ({ needs }) =>
      needs === 'nothing' ? 'as never' : needs === 'see' ? [200] : [403, 'role_insufficient'],
    );
    for (const whole of [admin, owner!])
      await compare(whole, among, ({ needs }) =>
        needs === 'nothing' ? 'as never' : needs === 'see' ? [200] : needs === 'change' ? [412] : 'let in',
      );
    await compare(stranger, among, () => 'as never');
    for (const kind of KINDS) {
      const reader = await narrowed(app, ann!, `${kind}s:read account:read`);
      const held = targets(sees, sees).filter((one) => one.kind === kind);
      await compare(reader, [...held, ...among], ({ needs }, one) => {
        if (one.kind !== kind || needs !== 'see') return [403, 'insufficient_scope'];
        return sees(one.uuid) ? [200] : 'as never';
      });
    }
  });

  it('answers for what is deleted, or merged into what is hidden, as for what never was', async () => {
    await narrowAccess(app, account_uuid, levelsOf('own'));
    const add = async (owner_uuid: string) =>
      (await call('POST', '/clients', owner!, { account_uuid, name: 'Gone', owner_uuid })).body.data
        .uuid as string;
    const [cid, mine] = [lookers[2]!.user, ann!.uuid];
    const [theirs, own, into, merged] = [await add(cid), await add(mine), await add(cid), await add(mine)];
    for (const uuid of [theirs, own]) await call('DELETE', `/clients/${uuid}`, owner!);
    const done = await call('POST', `/clients/${into}/merge`, owner!, { from_uuid: merged });
    assert.equal(done.status, 200, JSON.stringify(done.body));
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/events'],
      ['GET', '/access'],
      ['POST', '/restore'],
    ] as const)
      for (const uuid of [theirs, merged]) {
        const send = (of: string) =>
          call(method, `/clients/${of}${rest}`, ann!, method === 'PATCH' ? { tags: [] } : undefined);
        assert.equal(bytesOf(await send(uuid), uuid), bytesOf(await send(NEVER), NEVER), `${method} ${rest}`);
      }
    const operations = [merged, NEVER].map((uuid) => ({ action: 'restore', uuid }));
    const { outcomes } = (await call('POST', '/clients/batch', ann!, { account_uuid, operations })).body.data;
    assert.deepEqual(outcomes[0].problem.detail, outcomes[1].problem.detail);
    assert.equal((await call('POST', `/clients/${own}/restore`, ann!)).status, 200);
  });
});
