import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { kindOfEvent } from '../access/seen-rows.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statements.ts';
import { exampleRequest, operationsOf } from '../testing/described-requests.ts';
import { levelsOf, narrowAccess } from '../testing/narrow-access.ts';
import { account_uuid, ann, app, KINDS, records, startNarrowWorld } from '../testing/narrow-world.ts';

// Row-level policies made from the rule. Production has none: the search would lose its index.

const ROLE = `tripwire_${randomBytes(4).toString('hex')}`;

/** Each table that tells of records, with the record that a row is about. */
const POLICIES: [table: string, uuid: string, kind: string][] = [
  ...RECORDS.filter((kind) => 'seen_by' in kind).map(({ name, plural }): [string, string, string] => [
    plural,
    'uuid',
    `'${name}'`,
  ]),
  ['events', 'resource_uuid', kindOfEvent('event')],
  ['points', 'record_uuid', 'resource'],
  ['deal_states', 'deal_uuid', "'deal'"],
  ['custom_values', 'record_uuid', '(SELECT resource FROM records WHERE records.uuid = record_uuid)'],
];

/** Statements that know more than the caller, each with the reason. */
const KNOWS_MORE: [part: string, reason: string][] = [
  ['AS because', 'tells who else sees a record that the caller sees'],
  ['AS found LIMIT', 'counts how many somebody may see, of which nothing is told'],
  ['AS edge', 'tells how far the next thousand events go, of which nothing is told'],
];

let behind: Database;
const asked: { statement: Statement; rows: unknown[] }[] = [];

before(async () => {
  await startNarrowWorld();
  await narrowAccess(app, account_uuid, levelsOf('own'));
  await app.db.query(sql`CREATE ROLE ${raw(ROLE)}`);
  await app.db.query(sql`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${raw(ROLE)}`);
  await app.db.query(sql`
    CREATE FUNCTION tripped(the_account uuid, the_record uuid, the_resource text) RETURNS boolean LANGUAGE sql STABLE
    SECURITY DEFINER AS 'SELECT hidden_from(${raw(`''${ann!.uuid}''`)}::uuid, the_account, the_record, the_resource)'`);
  for (const [table, uuid, kind] of POLICIES) {
    await app.db.query(sql`ALTER TABLE ${raw(table)} ENABLE ROW LEVEL SECURITY`);
    await app.db.query(sql`
      CREATE POLICY tripwire ON ${raw(table)} FOR SELECT TO ${raw(ROLE)}
      USING (NOT tripped(account_uuid, ${raw(uuid)}, ${raw(kind)}))`);
  }
  behind = openDatabase(`${app.connectionString}&options=${encodeURIComponent(`-c role=${ROLE}`)}`);
  const { query } = app.db;
  app.db.query = async <Row extends object>(statement: Statement) => {
    const rows = await query<Row>(statement);
    asked.push({ statement, rows });
    return rows;
  };
});

after(async () => {
  await behind.close();
  await app.close();
  const client = new pg.Client({ connectionString: app.connectionString.replace(/\/[^/]*\?/, '/postgres?') });
  await client.connect();
  await client.query(`DROP ROLE IF EXISTS ${ROLE}`);
  await client.end();
});

it('each statement of a read answers under the policies what it answers without them', async () => {
  let compared = 0;
  const reads = operationsOf(app.description).filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/'),
  );
  for (const described of reads) {
    const kind = KINDS.find((name) => described.path.startsWith(`/api/v2/${name}s/`)) ?? 'client';
    const target = [...records.values()].find((one) => one.kind === kind && one.people.includes(ann!.uuid))!;
    const example = exampleRequest(app.description, described).path;
    const path = described.path.includes('{')
      ? described.path.replaceAll(/\{\w+\}/g, target.uuid) +
        (example.includes('?') ? `?${example.split('?')[1]}` : '')
      : example;
    await app.call('GET', path.replace(/wait_s=\d+/, 'wait_s=0'), { as: ann! });
    for (const { statement, rows } of asked.splice(0)) {
      const { text } = statement;
      if (/\b(INSERT|UPDATE|DELETE|FOR SHARE)\b/.test(text)) continue;
      if (!POLICIES.some(([table]) => new RegExp(`\\b${table}\\b`).test(text))) continue;
      if (KNOWS_MORE.some(([part]) => text.includes(part))) continue;
      const seen = await behind.query(statement);
      assert.deepEqual(seen, rows, `${described.name}: ${text}`);
      compared++;
    }
  }
  assert.ok(compared > 60, `${compared}`);
});
