import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../server/src/testing/free-port.ts';
import { addApplication, signedIn } from '../../server/src/testing/oauth-flow.ts';
import { HAS_TERMINAL, startInTerminal } from './testing/terminal.ts';
import { runRapport, startRapport } from './testing/test-command.ts';
import { startTestRemote, type TestRemote } from './testing/test-remote.ts';

const HAS_IPV6 = networkInterfaces().lo?.some(({ address }) => address === '::1') ?? false;

let remote: TestRemote;
let kept: string;
before(async () => {
  remote = await startTestRemote();
  kept = join(remote.loggedOut.XDG_CONFIG_HOME!, 'rapport/credentials.json');
});
after(() => remote.close());

describe('rapport login', () => {
  test('is what other commands ask for without a token, with exit code 2', async () => {
    const { exit_code, stderr } = await runRapport(['api', 'GET', '/api/v2/me'], remote.loggedOut);
    assert.equal(exit_code, 2);
    assert.match(stderr, /^You are not logged in\. Run `npx rapport login`/);
  });

  test('stores a valid token, readable by its owner alone', async () => {
    const { exit_code, stdout } = await runRapport(
      ['login', '--token-stdin'],
      remote.loggedOut,
      remote.user.token,
    );
    assert.equal(exit_code, 0);
    assert.match(stdout, /^Logged in to http:\S+ as Ada \(ada@example\.com\)/);
    assert.doesNotMatch(stdout, /rpt_pat_/);
    const { base_url, token } = JSON.parse(await readFile(kept, 'utf8'));
    assert.deepEqual([base_url, token], [remote.app.base_url, remote.user.token]);
    assert.equal((await stat(kept)).mode & 0o777, 0o600);
  });

  test('serves the other commands until logout', async () => {
    const { stdout } = await runRapport(['api', 'GET', '/api/v2/me', '--json'], remote.loggedOut);
    assert.equal(JSON.parse(stdout).data.name, 'Ada');
    assert.equal((await runRapport(['logout', '--json'], remote.loggedOut)).stdout, '{"logged_out":true}\n');
    assert.equal((await runRapport(['api', 'GET', '/api/v2/me'], remote.loggedOut)).exit_code, 2);
  });

  test('does not store a token that the service refuses', async () => {
    const { exit_code, stderr } = await runRapport(
      ['login', '--token-stdin', '--json'],
      remote.loggedOut,
      'wrong',
    );
    assert.deepEqual([exit_code, JSON.parse(stderr).code], [1, 'invalid_token']);
    await assert.rejects(readFile(kept), { code: 'ENOENT' });
  });

  test('goes to the service that the same PORT starts on this machine, unless RAPPORT_BASE_URL says otherwise', async () => {
    const { RAPPORT_BASE_URL, ...rest } = remote.loggedOut;
    const { port } = new URL(RAPPORT_BASE_URL!);
    for (const [settings, address] of [
      [{ PORT: port }, `http://localhost:${port}`],
      [{ PORT: port, RAPPORT_BASE_URL: '' }, `http://localhost:${port}`],
      [{ PORT: '1', RAPPORT_BASE_URL: remote.app.base_url }, remote.app.base_url],
    ] as const) {
      const environment = { ...rest, ...settings };
      const { stdout } = await runRapport(['login', '--token-stdin'], environment, remote.user.token);
      assert.ok(stdout.startsWith(`Logged in to ${address} as Ada`), stdout);
      await runRapport(['logout'], environment);
      const asked = { ...environment, RAPPORT_TOKEN: remote.user.token };
      assert.equal((await runRapport(['api', 'GET', '/api/v2/me'], asked)).exit_code, 0);
    }
    const { exit_code, stderr } = await runRapport(['login', '--token-stdin'], { ...rest, PORT: '80a' }, 'x');
    assert.equal(exit_code, 2);
    assert.match(stderr, /"http:\/\/localhost:80a"\. Give it as in --url http:\/\/localhost:3000\./);
  });

  test('says when the service cannot be reached', async () => {
    const args = ['login', '--url', 'http://127.0.0.1:1', '--token-stdin', '--json'];
    const { exit_code, stderr } = await runRapport(args, remote.loggedOut, 'any');
    assert.deepEqual([exit_code, JSON.parse(stderr).code], [1, 'connection_failed']);
  });

  for (const [what, args, message] of [
    [
      'an address without its scheme',
      ['--url', 'localhost:3000', '--token-stdin'],
      /"localhost:3000"\. Give it/,
    ],
    [
      'a redirect URL that is none',
      ['--client-id', 'x', '--redirect-url', 'nonsense'],
      /must be an address such/,
    ],
    ['a token that no header can carry', ['--token-stdin'], /^The token has characters that no token has/],
  ] as const) {
    test(`refuses ${what} at once, and the exit code is 2`, async () => {
      const { exit_code, stderr } = await runRapport(['login', ...args], remote.loggedOut, 'rpt_pat_“x”');
      assert.equal(exit_code, 2);
      assert.match(stderr, message);
    });
  }

  test('asks for the token in a terminal, and does not show it', { skip: !HAS_TERMINAL }, async () => {
    const terminal = startInTerminal(['login'], remote.loggedOut);
    await terminal.untilShown('Personal access token: ');
    terminal.type(`${remote.user.token}\r`);
    assert.equal(await terminal.ended, 0);
    assert.match(terminal.screen(), /^Personal access token: \r\nLogged in to/);
    assert.ok(!terminal.screen().includes(remote.user.token));
  });
});

describe('rapport login in the browser', () => {
  test('stores an application and its tokens, and refreshes them when they have expired', async () => {
    const { app, user, loggedOut } = remote;
    const redirect_uri = `http://127.0.0.1:${await freePort()}/callback`;
    const { client_id, client_secret } = await addApplication(app, {
      redirect_urls: [redirect_uri],
      require_pkce: true,
    });
    const args = ['login', '--client-id', client_id, '--client-secret-stdin', '--redirect-url', redirect_uri];
    const child = startRapport(args, loggedOut);
    child.stdin!.end(client_secret);
    const url = await untilPrinted(child.stderr!, /^ {2}(http\S+)$/m);

    const browser = await signedIn(app, user);
    let visit = await browser.follow(await browser.get(url));
    if (visit.location === null) visit = await browser.submit(visit, { decision: 'allow' });
    assert.equal((await fetch(visit.location!)).status, 200);
    assert.deepEqual(await once(child, 'exit'), [0, null]);

    const { application, tokens } = JSON.parse(await readFile(kept, 'utf8'));
    assert.equal(application.client_id, client_id);
    assert.equal((await stat(kept)).mode & 0o777, 0o600);
    app.clock.advance(3_600_000);
    const { stdout } = await runRapport(['api', 'GET', '/api/v2/me', '--json'], loggedOut);
    assert.equal(JSON.parse(stdout).data.name, 'Ada');
    const refreshed = JSON.parse(await readFile(kept, 'utf8'));
    assert.notEqual(refreshed.tokens.refresh_token, tokens.refresh_token);
  });

  test('has ended for the next command when the User has disconnected the application', async () => {
    const { app, user, loggedOut } = remote;
    const { body } = await app.call('GET', '/api/v2/grants', { as: user });
    await app.call('DELETE', `/api/v2/grants/${body.data[0].uuid}`, { as: user });
    const refused = await runRapport(['api', 'GET', '/api/v2/me'], loggedOut);
    assert.equal(refused.exit_code, 1);
    assert.match(refused.stderr, /Log in again with: npx rapport login/);
    const { exit_code, stderr } = await runRapport(['api', 'GET', '/api/v2/me'], loggedOut);
    assert.equal(exit_code, 2);
    assert.match(stderr, /^You are not logged in\./);
  });

  test('waits at an IPv6 address, too', { skip: !HAS_IPV6 }, async () => {
    const redirect_uri = `http://[::1]:${await freePort()}/callback`;
    const args = ['login', '--client-id', 'any', '--client-secret-stdin', '--redirect-url', redirect_uri];
    const child = startRapport(args, remote.loggedOut);
    child.stdin!.end('any');
    const url = new URL(await untilPrinted(child.stderr!, /^ {2}(http\S+)$/m));
    const state = url.searchParams.get('state');
    await fetch(`${redirect_uri}?error=access_denied&state=${state}`);
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });

  test('goes on waiting after a request with another state, which any page in the browser can send', async () => {
    const redirect_uri = `http://127.0.0.1:${await freePort()}/callback`;
    const args = ['login', '--client-id', 'any', '--client-secret-stdin', '--redirect-url', redirect_uri];
    const child = startRapport(args, remote.loggedOut);
    child.stdin!.end('any');
    const url = new URL(await untilPrinted(child.stderr!, /^ {2}(http\S+)$/m));
    for (const query of ['code=x&state=y', 'error=access_denied', '']) {
      assert.equal((await fetch(`${redirect_uri}?${query}`)).status, 400, query);
    }
    const state = url.searchParams.get('state');
    await fetch(`${redirect_uri}?error=access_denied&state=${state}`);
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });

  test('is refused with the reason when the User refuses', async () => {
    const { app, user, loggedOut } = remote;
    const redirect_uri = `http://127.0.0.1:${await freePort()}/callback`;
    const { client_id, client_secret } = await addApplication(app, {
      name: 'Another',
      redirect_urls: [redirect_uri],
    });
    const args = ['login', '--client-id', client_id, '--client-secret-stdin', '--redirect-url', redirect_uri];
    const child = startRapport(args, loggedOut);
    child.stdin!.end(client_secret);
    const url = await untilPrinted(child.stderr!, /^ {2}(http\S+)$/m);
    const browser = await signedIn(app, user);
    const visit = await browser.submit(await browser.follow(await browser.get(url)), { decision: 'deny' });
    await fetch(visit.location!);
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });
});

async function untilPrinted(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let printed = '';
  for await (const chunk of stream) {
    printed += chunk;
    const found = pattern.exec(printed);
    if (found) return found[1]!;
  }
  throw new Error(`It ended without ${pattern}:\n${printed}`);
}
