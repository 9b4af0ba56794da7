import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OAuthError, oauthClient, type TokenSet } from '@rapport/client/oauth';
import { printError } from '../print.ts';
import type { Application } from './credentials.ts';

const OTHER_STATE = 'This is no answer to the login in the terminal, which goes on waiting.';

export type BrowserLogin = Application & { base_url: string };

/**
 * The authorization code grant with a redirect to this machine (RFC 8252 §7.3). Opens the browser,
 * waits for it to come back, and exchanges the code. Throws `OAuthError`.
 */
export async function loginInBrowser({ base_url, ...application }: BrowserLogin): Promise<TokenSet> {
  const oauth = oauthClient({ baseUrl: base_url, ...application });
  const { hostname, port } = new URL(application.redirect_uri);
  // Loaded here, because importing it loads all of fetch and WebSocket with it, and `serve` loads
  // this file.
  const { createServer } = await import('node:http');
  // The host of an IPv6 address stands in brackets in a URL, and only there.
  const server = createServer().listen(Number(port), hostname.replace(/^\[|\]$/g, ''));
  await once(server, 'listening').catch((error: Error) => {
    const { redirect_uri } = application;
    throw new OAuthError('cannot_listen', `Nothing can listen on ${redirect_uri}: ${error.message}.`);
  });
  try {
    const authorization = await oauth.authorize();
    printError(`Log in in your browser. If it does not open, go to\n\n  ${authorization.url}\n`);
    openBrowser(authorization.url);
    const [request, response] = await nextAnswer(server, application.redirect_uri, authorization.state);
    const tokens = await oauth
      .exchange(request.url!, authorization)
      .finally(() => response.end('Done. You can close this window and go back to the terminal.'));
    return tokens;
  } finally {
    server.close();
  }
}

/**
 * The browser's request with the answer to ours. Browsers also ask for an icon, and any page in one
 * can send what it likes here. It does not know the state (RFC 6749 §10.12), and must not end the
 * wait for the answer.
 */
async function nextAnswer(
  server: NodeJS.EventEmitter,
  redirect_uri: string,
  state: string,
): Promise<[IncomingMessage, ServerResponse]> {
  for (;;) {
    const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const asked = URL.parse(request.url!, redirect_uri);
    if (asked?.pathname !== new URL(redirect_uri).pathname) response.writeHead(404).end();
    else if (asked.searchParams.get('state') === state) return [request, response];
    else response.writeHead(400).end(OTHER_STATE);
  }
}

/** Where there is no browser, a person opens the address that was printed. */
function openBrowser(url: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
