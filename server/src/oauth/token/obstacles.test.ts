import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql, { type Sql } from 'sql-template-tag';
import type { TestBrowser } from '../../testing/browser.ts';
import {
  addApplication,
  authorize,
  connect,
  exchange,
  refresh,
  signedIn,
  type TestApplication,
} from '../../testing/oauth-flow.ts';
import { type Answer, startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

// Each rule of rules.ts about stored facts, one by one: it refuses, and nothing changes.

const YEAR_MS = 365 * 24 * 3_600_000;

let app: TestApp;
let ada: TestUser;
let browser: TestBrowser;
let other: TestApplication;

before(async () => {
  app = await startTestApp({ lifetimes: { grant: { ms: YEAR_MS } } });
  ada = await app.addUser();
  await app.addAccount(ada);
  browser = await signedIn(app, ada);
  other = await addApplication(app);
});
after(() => app.close());

type Obstacle = {
  error: string;
  change?: (client_id: string) => Sql;
  present?: (application: TestApplication) => TestApplication;
};

const ofItsGrant = (client_id: string) =>
  sql`grant_uuid = (SELECT uuid FROM oauth_grants WHERE client_uuid = ${client_id})`;

const OBSTACLES: Record<string, Obstacle> = {
  'its time is over': {
    error: 'invalid_grant',
    change: (client_id) => sql`
      WITH code AS (UPDATE oauth_authorizations SET code_expires_at = created_at WHERE ${ofItsGrant(client_id)} RETURNING uuid)
      UPDATE oauth_token_pairs SET refresh_token_expires_at = created_at WHERE authorization_uuid IN (SELECT uuid FROM code)`,
  },
  'its authorization is revoked': {
    error: 'invalid_grant',
    change: (client_id) =>
      sql`UPDATE oauth_authorizations SET revoked_at = created_at WHERE ${ofItsGrant(client_id)}`,
  },
  'its grant is revoked': {
    error: 'invalid_grant',
    change: (client_id) =>
      sql`UPDATE oauth_grants SET revoked_at = created_at, revoked_reason = 'by_user' WHERE client_uuid = ${client_id}`,
  },
  'its User is deactivated': {
    error: 'invalid_grant',
    change: () => sql`UPDATE users SET deactivated_at = created_at WHERE uuid = ${ada.uuid}`,
  },
  'its application is disabled': {
    error: 'invalid_client',
    change: (client_id) => sql`UPDATE oauth_clients SET disabled_at = created_at WHERE uuid = ${client_id}`,
  },
  'its application is deleted': {
    error: 'invalid_client',
    change: (client_id) => sql`UPDATE oauth_clients SET deleted_at = created_at WHERE uuid = ${client_id}`,
  },
  'another application presents it': { error: 'invalid_grant', present: () => other },
  'the secret is that of another application': {
    error: 'invalid_client',
    present: (application) => ({ ...application, client_secret: other.client_secret }),
  },
  'the client_id is that of another application': {
    error: 'invalid_client',
    present: (application) => ({ ...application, client_id: other.client_id }),
  },
  // Other spellings are refused: each would have failure counts of its own, and ID tokens would
  // name another audience.
  'the client_id is written in upper case': {
    error: 'invalid_client',
    present: (application) => ({ ...application, client_id: application.client_id.toUpperCase() }),
  },
};

for (const [name, obstacle] of Object.entries(OBSTACLES)) {
  test(`a code gives no tokens and stays unused when ${name}`, async () => {
    const application = await addApplication(app);
    const { code } = await authorize(browser, application);
    await assertRefused(application, obstacle, (presenting) => exchange(app, presenting, code!));
  });

  test(`a refresh token gives no tokens and stays unused when ${name}`, () => assertNoRefresh(obstacle));
}

test('a refresh token gives no tokens and stays unused when its grant is older than now allowed by the operator', () =>
  assertNoRefresh({
    error: 'invalid_grant',
    change: (client_id) =>
      sql`UPDATE oauth_authorizations SET created_at = created_at - interval '2 years' WHERE ${ofItsGrant(client_id)}`,
  }));

async function assertNoRefresh(obstacle: Obstacle): Promise<void> {
  const application = await addApplication(app);
  const { refresh_token } = await connect(app, browser, application);
  await assertRefused(application, obstacle, (presenting) => refresh(app, presenting, refresh_token));
}

async function assertRefused(
  application: TestApplication,
  { error, change, present }: Obstacle,
  ask: (presenting: TestApplication) => Promise<Answer>,
): Promise<void> {
  const { client_id } = application;
  const before = await read(client_id);
  if (change) await app.db.query(change(client_id));
  const { status, body } = await ask(present?.(application) ?? application);
  await app.db.query(sql`UPDATE users SET deactivated_at = NULL`);
  assert.deepEqual([status, body.error], [error === 'invalid_client' ? 401 : 400, error]);
  assert.deepEqual(await read(client_id), before);
}

function read(client_id: string) {
  return app.db.query(sql`
    SELECT redeemed_at, pair.uuid AS pair_uuid, refreshed_at, details FROM oauth_authorizations AS authorized
    LEFT JOIN oauth_token_pairs AS pair ON pair.authorization_uuid = authorized.uuid
    LEFT JOIN audit_log ON audit_log.oauth_client_uuid = ${client_id} AND action IN ('oauth_code.redeemed', 'oauth_token.refreshed')
    WHERE ${ofItsGrant(client_id)}`);
}
