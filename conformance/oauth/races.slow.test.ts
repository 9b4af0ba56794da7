import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { createTestCommands, startRapport, type TestCommands } from '../../cli/src/testing/test-command.ts';
import { TestBrowser } from '../../server/src/testing/browser.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import {
  addApplication,
  authorize,
  authorizeUrl,
  exchange,
  postForm,
  refresh,
  type TestApplication,
} from '../../server/src/testing/oauth-flow.ts';
import type { Answer, TestApp } from '../../server/src/testing/test-app.ts';
import { until } from '../../server/src/testing/until.ts';
import { assertKeepsNoSecret } from './searched-app.ts';

/**
 * As many parallel requests as the checklist demands, half to each of two processes on one
 * database. The rounds make a race likely to show.
 */
const AT_ONCE = 50;
const ROUNDS = 10;
const PASSWORD = 'a long password';

type Node = { base_url: string; process: ChildProcess; log: string };

let rapport: TestCommands;
let nodes: [Node, Node];
let client: TestApplication;
let browser: TestBrowser;
let user_uuid: string;

before(async () => {
  rapport = await createTestCommands();
  user_uuid = (await rapport.addUser('ada@example.com')).uuid;
  client = await addApplication(rapport.core as unknown as TestApp);
  nodes = await Promise.all([startNode(), startNode()]);
  browser = new TestBrowser(nodes[0].base_url);
  await browser.signIn({ email: 'ada@example.com', password: PASSWORD });
});

after(async () => {
  for (const node of nodes) {
    node.process.kill('SIGTERM');
    await once(node.process, 'exit');
  }
  await assertKeepNoSecrets();
  await rapport.drop();
});

async function startNode(): Promise<Node> {
  const port = String(await freePort());
  const settings = {
    ...rapport.settings,
    PORT: port,
    RAPPORT_BASE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'trace',
    RAPPORT_RATE_LIMIT: '0',
  };
  const node: Node = {
    base_url: settings.RAPPORT_BASE_URL,
    process: startRapport(['serve', '--role', 'api'], settings),
    log: '',
  };
  await new Promise<void>((resolve, reject) => {
    node.process.on('exit', (code) => reject(new Error(`It ended with ${code}:\n${node.log}`)));
    for (const stream of [node.process.stdout!, node.process.stderr!]) {
      stream.on('data', (chunk) => {
        node.log += chunk;
        if (node.log.includes('is ready at')) resolve();
      });
    }
  });
  return node;
}

/** Does the same work many times at once, on both nodes in turn. */
function atOnce(work: (node: Node, index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(nodes[index % 2]!, index)));
}

const statusOf = (node: Node, token: string) =>
  fetch(`${node.base_url}/api/v1/logins`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  );

async function newTokens(): Promise<{ access_token: string; refresh_token: string }> {
  const { code } = await authorize(browser, client);
  return (await exchange(nodes[0], client, code!)).body;
}

/** Asserts that both nodes refuse every access and refresh token of these answers. */
async function assertAllDead(answers: Answer[]): Promise<void> {
  const pairs = answers.filter(({ status }) => status === 200).map(({ body }) => body);
  for (const { access_token, refresh_token } of pairs) {
    for (const node of nodes) assert.equal(await statusOf(node, access_token), 401);
    assert.equal((await refresh(nodes[1], client, refresh_token)).body.error, 'invalid_grant');
  }
}

describe('two nodes', () => {
  for (let round = 1; round <= ROUNDS; round++) {
    test(`C28: of ${AT_ONCE} exchanges of one code exactly one succeeds, and the replays revoke what it gave (${round})`, async () => {
      const { code } = await authorize(browser, client);
      const answers = await atOnce((node) => exchange(node, client, code!));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      const lost = new Set(
        answers.filter((answer) => answer !== won[0]).map(({ status, body }) => `${status} ${body.error}`),
      );
      assert.deepEqual(lost, new Set(['400 invalid_grant']));
      await assertAllDead(won);
    });

    test(`C45: ${AT_ONCE} uses of one refresh token give one identical pair (${round})`, async () => {
      const tokens = await newTokens();
      const answers = await atOnce((node) => refresh(node, client, tokens.refresh_token));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      const pairs = new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
      assert.equal(pairs.size, 1);
      assert.equal(await statusOf(nodes[1], answers[0]!.body.access_token), 200);
    });

    test(`C46: no token survives ${AT_ONCE} refreshes and revocations at once (${round})`, async () => {
      const tokens = await newTokens();
      const answers = await atOnce((node, index) =>
        index % 5 === 0
          ? postForm(node, '/oauth/revoke', client, { token: tokens.refresh_token })
          : refresh(node, client, tokens.refresh_token),
      );
      assert.ok(answers.every(({ status }) => status === 200 || status === 400));
      await assertAllDead([
        ...answers.filter(({ body }) => body?.access_token),
        { ...answers[0]!, status: 200, body: tokens },
      ]);
    });

    test(`C46: no token survives ${AT_ONCE} refreshes while the User disconnects the application (${round})`, async () => {
      const tokens = await newTokens();
      const [grant] = await rapport.core.db.query<{ uuid: string }>(
        sql`SELECT uuid FROM oauth_grants WHERE revoked_at IS NULL AND user_uuid = ${user_uuid}`,
      );
      const disconnect = async (node: Node) => {
        const headers = { authorization: `Bearer ${tokens.access_token}` };
        const response = await fetch(`${node.base_url}/api/v2/grants/${grant!.uuid}`, {
          method: 'DELETE',
          headers,
        });
        return { status: response.status, headers: response.headers, body: null };
      };
      const answers = await atOnce((node, index) =>
        index === AT_ONCE / 2 ? disconnect(node) : refresh(node, client, tokens.refresh_token),
      );
      assert.equal(answers[AT_ONCE / 2]!.status, 204);
      await assertAllDead(answers);
      assert.equal(await statusOf(nodes[0], tokens.access_token), 401);
    });
  }

  test('C46: no token survives when the User is deactivated meanwhile', async () => {
    const tokens = await newTokens();
    const [answers] = await Promise.all([
      atOnce((node) => refresh(node, client, tokens.refresh_token)),
      rapport.core.db.query(sql`UPDATE users SET deactivated_at = now() WHERE uuid = ${user_uuid}`),
    ]);
    await assertAllDead(answers);
    await rapport.core.db.query(sql`UPDATE users SET deactivated_at = NULL WHERE uuid = ${user_uuid}`);
  });

  test('many consents of one User at once make one grant', async () => {
    const consent = await browser.get(authorizeUrl(client, { prompt: 'consent' }));
    const visits = await Promise.all(
      Array.from({ length: AT_ONCE }, () => browser.submit(consent, { decision: 'allow' })),
    );
    assert.ok(visits.every(({ status }) => status === 303));
    const grants = await rapport.core.db.query(sql`SELECT 1 FROM oauth_grants WHERE revoked_at IS NULL`);
    assert.equal(grants.length, 1);
  });

  test('C60: what one node revokes is dead at the next request to the other', async () => {
    const { access_token } = await newTokens();
    assert.equal(await statusOf(nodes[1], access_token), 200);
    await postForm(nodes[0], '/oauth/revoke', client, { token: access_token });
    assert.equal(await statusOf(nodes[1], access_token), 401);
  });

  test('C58, C62: the most detailed log holds no code, token, secret, cookie or password, wherever a request put it', async () => {
    const { access_token, refresh_token } = await newTokens();
    const { client_secret } = client;
    const sent = [
      ...nodes.map((node) => fetch(`${node.base_url}/api/v1/logins?access_token=${access_token}`)),
      ...nodes.map((node) => fetch(`${node.base_url}/api/v2/clients/${access_token}`)),
      ...nodes.map((node) => fetch(`${node.base_url}/oauth/authorize?client_id=${client_secret}`)),
      ...nodes.map((node) => exchange(node, { ...client, client_secret: 'wrong-secret' }, 'wrong-code')),
      ...nodes.map((node) => exchange(node, { ...client, client_id: client_secret }, 'wrong-code')),
      ...nodes.map((node) => postForm(node, '/oauth/token', client, { grant_type: refresh_token })),
    ];
    await Promise.all(sent);
    for (const node of nodes) {
      // The log is written once per turn of the event loop, so this line may come after the answer.
      await until('the log to tell of the last mistake', async () =>
        node.log.includes('unsupported_grant_type'),
      );
      assert.match(node.log, /clients\/rpt_oat\*\*\*/);
      assert.doesNotMatch(node.log, /wrong-secret|wrong-code/);
      assert.doesNotMatch(node.log, /"level":50/, 'no request failed by our fault');
    }
  });
});

/** Checks the logs as `close` does for the servers of the other tests. */
async function assertKeepNoSecrets(): Promise<void> {
  for (const { log } of nodes) await assertKeepsNoSecret(rapport.core.db, log, [PASSWORD]);
}
