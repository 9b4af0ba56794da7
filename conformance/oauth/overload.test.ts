import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { authorizeUrl, connect, refresh, signedIn } from '../../server/src/testing/oauth-flow.ts';
import type { TestUser } from '../../server/src/testing/test-app.ts';
import { startRapport } from './rapport.ts';
import { answerOf } from './target.ts';

let target: Awaited<ReturnType<typeof startRapport>>;
let ada: TestUser;
before(async () => {
  target = await startRapport();
  ada = await target.app.addUser('Ada');
});
after(() => target.close());

test('C12: while the database is overloaded the answer is temporarily_unavailable by redirect, with state and iss (RFC 6749 §4.1.2.1)', async () => {
  const { app } = target;
  const browser = await signedIn(app, ada);
  const visit = await whileOverloaded('oauth_grants', () => browser.get(authorizeUrl(target.client)));
  assert.equal(visit.status, 303);
  const { error, state, iss, code, error_description } = answerOf(visit);
  assert.deepEqual(
    [error, state, iss, code],
    ['temporarily_unavailable', 'af0ifjsldkj', target.base_url, undefined],
  );
  assert.doesNotMatch(error_description!, /overloaded|oauth_grants|SELECT/);
});

test('C12: when not even the application can be looked up, it is told on a page with Retry-After, never by redirect', async () => {
  const browser = await signedIn(target.app, ada);
  const visit = await whileOverloaded('oauth_clients', () => browser.get(authorizeUrl(target.client)));
  assert.deepEqual([visit.status, visit.location, visit.headers.get('retry-after')], [503, null, '5']);
  assert.match(visit.headers.get('content-type')!, /^text\/html/);
  assert.match(visit.text, /try again in a moment/i);
});

test('C12: the token endpoint answers 503 temporarily_unavailable with Retry-After, and the refresh token still works', async () => {
  const { app, client } = target;
  const { refresh_token } = await connect(app, await signedIn(app, ada), client);
  const late = await whileOverloaded('oauth_grants', () => refresh(app, client, refresh_token));
  assert.deepEqual([late.status, late.body.error], [503, 'temporarily_unavailable']);
  assert.equal(late.headers.get('retry-after'), '5');
  assert.equal((await refresh(app, client, refresh_token)).status, 200);
});

/**
 * Runs `work` while the database refuses to read a table, as it does with too many connections
 * (SQLSTATE 53300).
 */
async function whileOverloaded<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const { db } = target.app;
  await db.query(sql`
    CREATE FUNCTION overloaded() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'overloaded' USING ERRCODE = 'too_many_connections'; END $$`);
  await db.query(sql([`ALTER TABLE ${table} RENAME TO table_away`]));
  await db.query(sql([`CREATE VIEW ${table} AS SELECT * FROM table_away WHERE (SELECT overloaded())`]));
  try {
    return await work();
  } finally {
    await db.query(sql([`DROP VIEW ${table}`]));
    await db.query(sql([`ALTER TABLE table_away RENAME TO ${table}`]));
    await db.query(sql`DROP FUNCTION overloaded`);
  }
}
