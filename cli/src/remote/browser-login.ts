import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OAuthError, oauthClient, type TokenSet } from '@rapport/client/oauth';
import { printError } from '../print.ts';
import type { Application } from './credentials.ts';

const OTHER_STATE = 'This does not answer the login in the terminal, which still waits.';

export type BrowserLogin = Application & { base_url: string };

/**
 * Gets tokens with the authorization code grant and a redirect to this machine (RFC 8252 §7.3).
 * Opens the browser, waits for the redirect and exchanges the code. Throws `OAuthError`.
 */
export async function loginInBrowser({ base_url, ...application }: BrowserLogin): Promise<TokenSet> {
  const oauth = oauthClient({ baseUrl: base_url, ...application });
  const { hostname, port } = new URL(application.redirect_uri);
  // Loaded here, because `serve` loads this file and does not need the HTTP client that comes with
  // the module.
  const { createServer } = await import('node:http');
  // An IPv6 address has brackets in a URL, but not as the host of a server.
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
 * Returns the browser's request with the answer. Other requests are ignored: browsers ask for an
 * icon, and any web page can send requests here. Such a page does not know the state (RFC 6749
 * §10.12), so it cannot end the wait.
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

/** Ignores a missing browser: a person can open the address that was printed. */
function openBrowser(url: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
