import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { TestBrowser } from '../testing/browser.ts';
import { addApplication, signedIn, type TestApplication } from '../testing/oauth-flow.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { subscribe } from '../testing/test-deliveries.ts';
import { startTestReceiver, type TestReceiver } from '../testing/test-receiver.ts';

let app: TestApp;
let ada: TestUser;
let browser: TestBrowser;
let receiver: TestReceiver;

before(async () => {
  app = await startTestApp({ mcp: true });
  ada = await app.addUser('Ada');
  await app.addAccount(ada, 'Lovelace Engines');
  browser = await signedIn(app, ada);
  receiver = await startTestReceiver();
});
after(async () => {
  await receiver.close();
  await app.close();
});

type Call = { name: string; arguments: Record<string, unknown> };

/** The calls of the guide, in their order. */
async function callsOfGuide(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../../docs/guides/assistants.md'), 'utf8');
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, call]) => call!);
}

/** A program with the OAuth of the protocol's client, whose person allows all that it asks for. */
function personBehind(application: TestApplication) {
  const kept: { tokens?: never; verifier?: string; code?: URLSearchParams; asked: string[] } = { asked: [] };
  return {
    kept,
    provider: {
      redirectUrl: application.redirect_uri,
      clientMetadata: { redirect_uris: [application.redirect_uri] },
      clientInformation: () => ({ ...application, issuer: app.base_url }),
      tokens: () => kept.tokens,
      saveTokens: (tokens: unknown) => {
        kept.tokens = tokens as never;
      },
      saveCodeVerifier: (verifier: string) => {
        kept.verifier = verifier;
      },
      codeVerifier: () => kept.verifier!,
      redirectToAuthorization: async (url: URL) => {
        kept.asked.push(url.searchParams.get('scope')!);
        assert.equal(url.searchParams.get('resource'), `${app.base_url}/mcp`);
        const page = await browser.follow(await browser.get(url.pathname + url.search));
        const allowed = page.location === null ? await browser.submit(page, { decision: 'allow' }) : page;
        kept.code = new URL(allowed.location!).searchParams;
      },
    },
  };
}

test('the whole way of the guide: read, step up, log, propose, accept a half, a signed delivery, undo', async () => {
  const application = await addApplication(app, { name: 'Assistant' });
  const { kept, provider } = personBehind(application);
  let transport!: StreamableHTTPClientTransport;
  const client = new Client(
    { name: 'guide', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const connect = async () => {
    transport = new StreamableHTTPClientTransport(new URL(`${app.base_url}/mcp`), {
      authProvider: provider as never,
    });
    await client.connect(transport);
  };
  /** Does what needs a consent, and again once the person has given it. */
  const withConsent = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await transport.finishAuth(kept.code!);
      return work();
    }
  };
  await withConsent(connect);

  const make = async (path: string, body: object) =>
    (await app.call('POST', `/api/v2/${path}`, { as: ada, body })).body.data;
  const { stages } = (await app.call('GET', '/api/v2/pipelines', { as: ada })).body.data[0];
  const oak = await make('clients', { name: 'Oak' });
  const offer = await make('deals', { title: 'Offer', client_uuid: oak.uuid, owner_uuid: ada.uuid });
  const names: Record<string, string> = { client: oak.uuid, deal: offer.uuid, stage: stages[1].uuid };
  const calls = await callsOfGuide();
  const next = async (): Promise<Record<string, unknown>> => {
    const text = calls.shift()!.replaceAll(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole);
    const call = JSON.parse(text) as Call;
    const answer = await withConsent(() => client.callTool(call as never));
    assert.notEqual(answer.isError, true, JSON.stringify(answer.structuredContent));
    return answer.structuredContent as Record<string, unknown>;
  };

  const who = await next();
  assert.deepEqual([kept.asked, who.may_write], [['read'], []]);
  const day = await next();
  assert.equal((day.deals_without_next_task as { uuid: string }[])[0]!.uuid, offer.uuid);
  assert.equal(((await next()).records as object[]).length, 1);

  const logged = await next();
  // The client asks for what it has, and for what the refusal names.
  assert.match(kept.asked[1]!, /read tasks:write$/);
  names.change = String(logged.change_uuid);

  // The next consent is for proposing, too.
  kept.tokens = undefined;
  const more = `${app.base_url}/oauth/authorize?${new URLSearchParams({
    ...{ response_type: 'code', client_id: application.client_id, redirect_uri: application.redirect_uri },
    ...{ scope: 'read tasks:write propose', resource: `${app.base_url}/mcp`, state: 'x' },
  })}`;
  const page = await browser.get(more.slice(app.base_url.length));
  const { location } = await browser.submit(page, { decision: 'allow' });
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: new URL(location!).searchParams.get('code')! },
    ...{ client_id: application.client_id, client_secret: application.client_secret },
    redirect_uri: application.redirect_uri,
  });
  const answer = await fetch(`${app.base_url}/oauth/token`, { method: 'POST', body });
  kept.tokens = { ...((await answer.json()) as object), issuer: app.base_url } as never;

  const proposed = await next();
  assert.deepEqual([proposed.written, proposed.proposed], [0, 2]);
  const subscription = await subscribe(app, ada, receiver.url, { events: ['deal.*'] });
  await app.startWorker();
  const accepted = await app.call('POST', `/api/v2/proposals/${proposed.proposal_uuid}/accept`, {
    ...{ as: ada, in_browser: true, body: { operations: [{ index: 0, version: 1 }] } },
  });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const [delivery] = await receiver.untilReceived(1);
  const event = JSON.parse(String(delivery!.body));
  assert.deepEqual(
    [event.event, event.actor.type, event.proposal.uuid, event.proposal.proposed_by.name],
    ['deal.moved', 'browser_session', proposed.proposal_uuid, 'Assistant'],
  );
  const signature = createHmac('sha256', subscription.signing_secret).update(delivery!.body).digest('hex');
  assert.equal(delivery!.headers['x-signature'], signature);
  await app.call('POST', `/api/v2/proposals/${proposed.proposal_uuid}/decline`, {
    as: ada,
    in_browser: true,
    body: {},
  });

  const undone = await next();
  assert.equal(undone.undone, 1);
  const [first] = (logged.outcomes as { uuid: string }[]) ?? [];
  assert.equal((await app.call('GET', `/api/v2/tasks/${first!.uuid}`, { as: ada })).status, 404);
  const { change_uuid } = accepted.body.data.operations[0];
  await withConsent(() => client.callTool({ name: 'undo_change', arguments: { change_uuid } }));
  assert.match(kept.asked.at(-1)!, / deals:write$/);
  assert.equal(
    (await app.call('GET', `/api/v2/deals/${offer.uuid}`, { as: ada })).body.data.stage_uuid,
    stages[0].uuid,
  );
  assert.deepEqual(calls, []);
  await client.close();
});
