import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { TestBrowser } from '../../server/src/testing/browser.ts';
import { type Person, REDIRECT_URIS, type Target } from './server.ts';

/** Starts oidc-provider under our paths, with settings as close to our decisions as possible. */
export async function startOracle(): Promise<Target> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients = ['ledger', 'other', 'careful'].map((client_id) => ({
    client_id,
    client_secret: `secret-of-${client_id}`,
    redirect_uris: client_id === 'other' ? ['https://other.example.com/callback'] : REDIRECT_URIS,
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_post' as const,
  }));
  const provider = new Provider(base_url, {
    clients,
    scopes: ['*', 'openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'updated_at'], email: ['email', 'email_verified'] },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
      jwks: '/oauth/jwks',
      userinfo: '/oauth/userinfo',
    },
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
    },
    pkce: { required: (_ctx, client) => client.clientId === 'careful' },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: false, name: sub }),
    }),
  });
  server.on('request', provider.callback());
  const [client, otherClient, pkceClient] = clients.map(({ client_id, client_secret, redirect_uris }) => ({
    client_id,
    client_secret,
    redirect_uri: redirect_uris[0]!,
  })) as [Target['client'], Target['client'], Target['client']];
  let people = 0;
  return {
    base_url,
    client,
    otherClient,
    pkceClient,
    newPerson: async () => ({ email: `person${++people}`, browser: new TestBrowser(base_url) }),
    visit,
    advance: () => {
      throw new Error('its clock cannot be moved');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Walks through the provider's development pages: a form for login, then one for consent. */
async function visit({ browser, email }: Person, path: string, decision: 'allow' | 'deny' = 'allow') {
  let at = await browser.follow(await browser.get(path));
  for (let page = 0; page < 3; page++) {
    const action = /<form[^>]* action="([^"]+)"/.exec(at.text)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(at.text)?.[1];
    if (!action || !prompt) return at;
    if (prompt === 'consent' && decision === 'deny')
      return browser.follow(await browser.get(`${action}/abort`));
    at = await browser.follow(await browser.post(action, { prompt, login: email, password: 'x' }));
  }
  return at;
}
