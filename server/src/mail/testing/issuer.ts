import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { TestBrowser } from '../../testing/browser.ts';

/** An issuer of tokens for mail, which is oidc-provider. */
export type Issuer = {
  url: string;
  client_id: string;
  client_secret: string;
  /** How it answers at its token endpoint: as it should, or with this status. */
  answers: 'well' | number;
  /** What it was asked at its token endpoint. */
  asked: number;
  /** Whose token this is, as long as it is good; else undefined. */
  whose: (token: string) => Promise<string | undefined>;
  /** Ends an access token before its time. */
  end: (token: string) => Promise<void>;
  /** Ends all that somebody has allowed. */
  endGrants: (login: string) => Promise<void>;
  /**
   * Signs somebody in at the screen to which the address leads. Returns what was added to the
   * address to which the browser is sent back.
   */
  signIn: (url: string, login: string) => Promise<Record<string, string>>;
  /** Says to where it sends browsers back: once, and before it is asked anything. */
  sendBackTo: (redirect_uri: string) => void;
  close: () => Promise<void>;
};

export async function startIssuer(): Promise<Issuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'rapport', client_secret: 'a-secret-of-the-operator' };
  let running: Running | null = null;
  const it = () => running!;
  const issuer: Issuer = {
    url,
    ...client,
    answers: 'well',
    asked: 0,
    whose: async (token) => {
      const found = await it().provider.AccessToken.find(token);
      return found?.isValid ? found.accountId : undefined;
    },
    end: async (token) => (await it().provider.AccessToken.find(token))?.destroy(),
    endGrants: async (login) => {
      const { provider, grants } = it();
      for (const grant of grants.get(login) ?? [])
        for (const kind of [provider.AccessToken, provider.RefreshToken]) await kind.revokeByGrantId(grant);
    },
    signIn: (at, login) => walk(new TestBrowser(url), at, { redirect_uri: it().redirect_uri, login }),
    sendBackTo: (redirect_uri) => {
      running = run(url, client, redirect_uri);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', (request, response) => {
    if (request.url === '/token') {
      issuer.asked++;
      if (issuer.answers !== 'well') {
        const head = { 'content-type': 'application/json' };
        response.writeHead(issuer.answers, head).end('{"error":"server_error"}');
        return;
      }
    }
    void it().answer(request, response);
  });
  return issuer;
}

type Running = {
  provider: Provider;
  answer: ReturnType<Provider['callback']>;
  redirect_uri: string;
  /** What each has allowed. */
  grants: Map<string, string[]>;
};

function run(
  url: string,
  client: { client_id: string; client_secret: string },
  redirect_uri: string,
): Running {
  const provider = new Provider(url, {
    clients: [
      { ...client, redirect_uris: [redirect_uri], grant_types: ['authorization_code', 'refresh_token'] },
    ],
    features: { devInteractions: { enabled: true }, introspection: { enabled: true } },
    pkce: { required: () => true },
    // A refresh token that comes twice is a theft: it ends all that came of it.
    rotateRefreshToken: true,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  const grants = new Map<string, string[]>();
  provider.on('grant.success', (ctx) => {
    const { Client: _, AuthorizationCode, RefreshToken } = ctx.oidc.entities;
    const of = AuthorizationCode ?? RefreshToken;
    if (of) grants.set(of.accountId!, [...(grants.get(of.accountId!) ?? []), of.grantId!]);
  });
  return { provider, answer: provider.callback(), redirect_uri, grants };
}

/** Walks through the screens: one for the name, then one for what is allowed. */
async function walk(
  browser: TestBrowser,
  at: string,
  { redirect_uri, login }: { redirect_uri: string; login: string },
): Promise<Record<string, string>> {
  let page = await browser.get(at);
  for (let steps = 0; steps < 12; steps++) {
    const to = page.headers.get('location');
    if (to?.startsWith(redirect_uri)) return Object.fromEntries(new URL(to).searchParams);
    if (to) {
      page = await browser.get(to);
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page.text)?.[1];
    assert.ok(action && prompt, page.text);
    page = await browser.post(action, { prompt, login, password: 'x' });
  }
  throw new Error('the issuer sends nobody back');
}
