import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { createTestFolder } from '../../../server/src/platform/database/testing/test-database.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { type Credentials, forgetCredentials, readCredentials, saveCredentials } from './credentials.ts';
import type { Environment } from './kept-files.ts';

// A long command, such as `events tail`, runs while somebody logs in to another service or logs
// out.

const application = { client_id: 'staging', client_secret: 'secret', redirect_uri: 'http://localhost:8915' };
const tokens = { access_token: 'an access token', refresh_token: 'a refresh token', expires_at_ms: 0 };
const STAGING = { base_url: 'http://127.0.0.1:9', application, tokens: tokens as never };
const PRODUCTION = { ...STAGING, base_url: 'https://crm.example.com' };

let environment: Environment;
let credentials: Credentials;

beforeEach(async () => {
  environment = { XDG_CONFIG_HOME: await createTestFolder() };
  await saveCredentials(environment, STAGING);
  const read = await readCredentials(environment);
  assert.ok(!(read instanceof StartProblem));
  credentials = read;
});

describe('a long-running command', () => {
  test('neither sends nor replaces the tokens of another login', async () => {
    await saveCredentials(environment, PRODUCTION);
    await assert.rejects(askForToken, { error: 'not_connected' });
    assert.equal(((await readCredentials(environment)) as Credentials).base_url, PRODUCTION.base_url);
  });

  test('does not restore a login after a logout', async () => {
    await forgetCredentials(environment);
    await assert.rejects(askForToken, { error: 'not_connected' });
    assert.ok((await readCredentials(environment)) instanceof StartProblem);
  });
});

async function askForToken(): Promise<string> {
  assert.ok(typeof credentials.token === 'function');
  return credentials.token();
}
