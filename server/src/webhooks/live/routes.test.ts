import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Caller } from '../../access/caller.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { signedIn } from '../../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { planTestDeliveries, subscribe } from '../../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../../testing/test-receiver.ts';
import { until } from '../../testing/until.ts';
import { findCaller } from '../../tokens/actions.ts';
import { LiveDeliveries } from './live-deliveries.ts';

let app: TestApp;
let receiver: TestReceiver;
let ada: TestUser;
let browser: TestBrowser;
let account_uuid: string;
let uuid: string;

before(async () => {
  app = await startTestApp();
  await app.startWorker();
  receiver = await startTestReceiver();
  ada = await app.addUser();
  account_uuid = await app.addAccount(ada);
});
after(async () => {
  await receiver.close();
  await app.close();
});
beforeEach(async () => {
  browser = await signedIn(app, ada);
  uuid = (await subscribe(app, ada, receiver.url)).uuid;
});

test('a delivery is told of when it is made and when it has ended, without being asked for', async () => {
  const { messages, stop } = await watch();
  await planTestDeliveries({ ...app, account_uuid }, 1);
  for await (const { event, data } of messages) {
    assert.deepEqual([event, data.subscription_uuid], ['delivery', uuid]);
    if (data.state === 'succeeded') break;
  }
  stop();
});

test('a test is told of twice: when it is sent, and when it is answered', async () => {
  const { messages, stop } = await watch();
  const path = `/api/v2/webhook-subscriptions/${uuid}/test`;
  const tested = await app.call('POST', path, { as: ada, body: { event: 'client.updated' } });
  const told = [];
  for await (const { event, data } of messages) {
    assert.equal(event, 'test');
    told.push(data);
    if (told.length === 2) break;
  }
  assert.deepEqual(
    told.map((data) => [data.uuid, data.outcome?.response_status]),
    [
      [tested.body.data.delivery_uuid, undefined],
      [tested.body.data.delivery_uuid, 200],
    ],
  );
  stop();
});

test('it ends when the User signs out', async () => {
  const { messages } = await watch();
  const session = {
    headers: { cookie: cookieOf(browser), 'sec-fetch-site': 'same-origin' },
    method: 'DELETE',
  };
  const signedOut = await fetch(`${app.base_url}/api/v2/browser-sessions/current`, session);
  assert.equal(signedOut.status, 204);
  // The stream is read to its end, which comes.
  await Array.fromAsync(messages);
});

test('a token, somebody without a session and the User of another subscription get nothing', async () => {
  const path = `${app.base_url}/web/webhook-subscriptions/${uuid}/live`;
  const withToken = await fetch(path, { headers: { authorization: `Bearer ${ada.token}` } });
  assert.equal(withToken.status, 403);
  assert.equal((await fetch(path)).status, 401);
  const eve = await app.addUser();
  await app.addLogin(account_uuid, eve, 'owner');
  const asEve = await fetch(path, { headers: { cookie: cookieOf(await signedIn(app, eve)) } });
  assert.equal(asEve.status, 404);
});

test('a User has at most five at a time, and a window that is closed makes room', async () => {
  const open = await Promise.all(Array.from({ length: 5 }, watch));
  const sixth = await connect();
  assert.equal(sixth.response.status, 422);
  open[0]!.stop();
  const again = await until('room for another', connect, ({ response }) => response.status === 200);
  for (const { stop } of [...open, again]) stop();
});

test('a window that closes before its stream begins takes no room', async () => {
  const live = new LiveDeliveries(app);
  const caller = await callerOf(ada);
  for (let window = 0; window < 6; window++) {
    const messages = await live.watch(caller, uuid, async () => true, AbortSignal.abort());
    assert.ok(!(messages instanceof Problem), `window ${window}`);
    assert.deepEqual(await Array.fromAsync(messages), []);
  }
  await live.close();
});

test('a database that could not be listened to is tried again by the next window', async () => {
  const nowhere = openDatabase('postgres://127.0.0.1:9/nowhere');
  const from = [nowhere, app.db];
  const db: Database = { ...app.db, listen: (...args) => (from.shift() ?? app.db).listen(...args) };
  const live = new LiveDeliveries({ ...app, db });
  const caller = await callerOf(ada);
  const gone = new AbortController();
  await assert.rejects(
    live.watch(caller, uuid, async () => true, gone.signal),
    /ECONNREFUSED/,
  );
  const messages = await live.watch(caller, uuid, async () => false, gone.signal);
  assert.ok(!(messages instanceof Problem));
  gone.abort();
  await live.close();
  await nowhere.close();
});

test('the server stops although somebody watches', async () => {
  const other = await startTestApp();
  const bea = await other.addUser();
  const beasSubscription = await subscribe(other, bea, receiver.url);
  const beas = await signedIn(other, bea);
  const path = `${other.base_url}/web/webhook-subscriptions/${beasSubscription.uuid}/live`;
  const response = await fetch(path, { headers: { cookie: cookieOf(beas) } });
  assert.equal(response.status, 200);
  await other.close();
  assert.equal(await response.text().catch(() => ''), ': still here\n\n');
});

async function callerOf({ token }: TestUser): Promise<Caller> {
  const caller = await findCaller(app, token, {
    request_id: 'test',
    change_uuid: 'change',
    address: '127.0.0.1',
  });
  assert.ok(!(caller instanceof Problem));
  return caller;
}

// biome-ignore lint/suspicious/noExplicitAny: messages of every shape
type Message = { event: string; data: any };

async function watch(): Promise<{ messages: AsyncIterable<Message>; stop: () => void }> {
  const { response, stop } = await connect();
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  return { messages: messagesOf(response), stop };
}

async function connect(): Promise<{ response: Response; stop: () => void }> {
  const gone = new AbortController();
  const response = await fetch(`${app.base_url}/web/webhook-subscriptions/${uuid}/live`, {
    headers: { cookie: cookieOf(browser), accept: 'text/event-stream' },
    signal: gone.signal,
  });
  return { response, stop: () => gone.abort() };
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event) yield { event, data: JSON.parse(data!) };
    }
  }
}

function cookieOf({ cookies }: TestBrowser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
