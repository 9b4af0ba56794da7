import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { SettableClock } from '../platform/time/clock.ts';
import { addApplication, connect, signedIn } from '../testing/oauth-flow.ts';
import { orThrow } from '../testing/or-throw.ts';
import { sessionHeaders } from '../testing/session-headers.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { findCaller, findSessionCaller, noteUse, type TokenCaller } from './actions.ts';

const MINUTE_MS = 60_000;
const FROM = { request_id: 'request', change_uuid: 'change', address: '127.0.0.1' };

let app: TestApp;
let ada: TestUser;

before(async () => {
  app = await startTestApp();
  ada = await app.addUser();
  await app.addAccount(ada);
});
after(() => app.close());

/** Each way to authenticate: how to call, and how to read the noted last use. */
const WAYS = {
  'a personal access token': async () => ({
    caller: orThrow(await findCaller(app, ada.token, FROM)),
    noted: sql`SELECT last_used_at FROM personal_access_tokens WHERE user_uuid = ${ada.uuid}`,
  }),
  'an application': async () => {
    const { access_token } = await connect(app, await signedIn(app, ada), await addApplication(app));
    return {
      caller: orThrow(await findCaller(app, access_token, FROM)),
      noted: sql`SELECT last_used_at FROM oauth_grants WHERE user_uuid = ${ada.uuid}`,
    };
  },
  'a browser session': async () => {
    const [, cookie = ''] = (await sessionHeaders(app, ada)).cookie!.split('=');
    const caller = await findSessionCaller(app, cookie, FROM);
    return {
      caller: caller!,
      noted: sql`SELECT last_used_at FROM browser_sessions WHERE uuid = ${caller!.actor.uuid}`,
    };
  },
} satisfies Record<string, () => Promise<{ caller: TokenCaller; noted: ReturnType<typeof sql> }>>;

for (const [way, come] of Object.entries(WAYS)) {
  test(`noting an earlier use by ${way} after a later one does not set the time back`, async () => {
    const { caller, noted } = await come();
    app.clock.advance(10 * MINUTE_MS);
    const earlier = app.clock.now();
    app.clock.advance(10 * MINUTE_MS);
    const later = app.clock.now();
    await noteUse(app, caller, FROM);
    await noteUse({ ...app, clock: new SettableClock(earlier) }, caller, FROM);
    const logins = sql`SELECT last_used_at FROM logins WHERE user_uuid = ${ada.uuid}`;
    for (const statement of [noted, logins]) {
      const [row] = await app.db.query<{ last_used_at: string }>(statement);
      assert.equal(Date.parse(row!.last_used_at), later.getTime());
    }
  });
}
