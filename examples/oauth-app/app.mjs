// A web application that signs a User in with Rapport and shows their Accounts and Clients.
//   CLIENT_ID=… CLIENT_SECRET=… RAPPORT_URL=http://localhost:3000 PORT=8080 node app.mjs
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import * as oauth from 'openid-client';

/** The visitor has disconnected the application, or its tokens have ended. */
class Disconnected extends Error {}

export async function startOAuthApp({ rapport_url, client_id, client_secret, port }) {
  const redirect_uri = `http://localhost:${port}/callback`;
  // Plain http is only for a trial on one machine.
  const insecure = rapport_url.startsWith('http:') ? { execute: [oauth.allowInsecureRequests] } : undefined;
  const rapport = await oauth.discovery(new URL(rapport_url), client_id, client_secret, undefined, insecure);
  // The state of each visitor: the begun sign-in, then the tokens. A real application keeps it in
  // its database.
  const visitors = new Map();

  async function login(visitor) {
    const [state, code_verifier] = [oauth.randomState(), oauth.randomPKCECodeVerifier()];
    visitor.started = { state, code_verifier };
    const code_challenge = await oauth.calculatePKCECodeChallenge(code_verifier);
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    return oauth.buildAuthorizationUrl(rapport, { scope: '*', redirect_uri, state, ...pkce }).href;
  }

  /** Exchanges the code, after the library has checked state and iss. Null: refused. */
  async function callback(visitor, url) {
    const { started } = visitor;
    // Without a begun sign-in the link comes from somebody else, and would sign the visitor in as
    // them.
    if (!started) return null;
    // Each sign-in accepts one answer only, even a failed one.
    delete visitor.started;
    const checks = { expectedState: started.state, pkceCodeVerifier: started.code_verifier };
    visitor.tokens = await oauth.authorizationCodeGrant(rapport, url, checks);
    return '/';
  }

  async function list(visitor, path) {
    if (!visitor.tokens?.expiresIn()) {
      visitor.tokens = await oauth.refreshTokenGrant(rapport, visitor.tokens.refresh_token).catch((error) => {
        throw error.error === 'invalid_grant' ? new Disconnected() : error;
      });
    }
    const headers = { authorization: `Bearer ${visitor.tokens.access_token}` };
    const response = await fetch(rapport_url + path, { headers });
    if (response.status === 401) throw new Disconnected();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const { data } = await response.json();
    return `<ul>${data.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('')}</ul>`;
  }

  async function home(visitor) {
    if (!visitor.tokens) return '<a href="/login">Sign in with Rapport</a>';
    try {
      const accounts = await list(visitor, '/api/v2/accounts');
      return `<h2>Your Accounts</h2>${accounts}<h2>Your Clients</h2>${await list(visitor, '/api/v2/clients')}`;
    } catch (error) {
      if (!(error instanceof Disconnected)) throw error;
      delete visitor.tokens;
      return home(visitor);
    }
  }

  async function handle(request, response) {
    const id = /(?:^|; )visitor=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID();
    if (!visitors.has(id)) visitors.set(id, {});
    const visitor = visitors.get(id);
    response.setHeader('set-cookie', `visitor=${id}; HttpOnly; SameSite=Lax; Path=/`);
    const url = new URL(request.url, redirect_uri);
    const redirect = { '/login': login, '/callback': callback }[url.pathname];
    if (redirect) {
      const location = await redirect(visitor, url);
      if (location) response.writeHead(303, { location }).end();
      else response.writeHead(400).end('You did not begin to sign in here. Open /login.');
    } else {
      const page = `<!doctype html><html lang="en"><title>OAuth app</title>${await home(visitor)}`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(error.message));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { RAPPORT_URL: rapport_url = 'http://localhost:3000', PORT: port = '8080' } = process.env;
  const { CLIENT_ID: client_id = '', CLIENT_SECRET: client_secret = '' } = process.env;
  await startOAuthApp({ rapport_url, client_id, client_secret, port: Number(port) });
  console.log(`Open http://localhost:${port}`);
}
