// Measures code exchanges and refresh grants per second against oidc-provider on the same
// PostgreSQL. Each runs in a process of its own, in turn.
import { randomUUIDv7 } from 'node:crypto';
import sql from 'sql-template-tag';
import { Pool } from 'undici';
import { operator } from '../server/src/access/caller.ts';
import { createUser } from '../server/src/identity/actions.ts';
import { createApplication } from '../server/src/oauth/applications/actions.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { hashToken, newToken } from '../server/src/platform/secrets/random-tokens.ts';
import { secretKeyFrom } from '../server/src/platform/secrets/secret-key.ts';
import { DatabaseClock } from '../server/src/platform/time/clock.ts';
import { orThrow } from '../server/src/testing/or-throw.ts';
import { median, report } from './report.ts';
import { type BenchProcess, SECRET_KEY, startDatabase, startProcess, startService } from './service.ts';
import { sized } from './sized.ts';

const CALLERS = 16;
const ROUNDS = sized(5, 1);
/**
 * Few enough to exchange all of them within the lifetime of a code, one minute, even on a slow
 * machine.
 */
const CODES_PER_ROUND = sized(600, 32);
/** Makes the benchmark fail instead of waiting for ever for an answer. */
const ANSWER_LIMIT_MS = 20_000;
const REDIRECT_URI = 'https://app.example.com/callback';

type Peer = {
  service: BenchProcess;
  credentials: Record<string, string>;
  newCodes(count: number): Promise<string[]>;
};

const database = await startDatabase();
const db = openDatabase(database.connectionString);
const ours = await startOurs();
const theirs = await startTheirs();
const figures = { exchange: [] as [number, number][], refresh: [] as [number, number][] };
for (let round = 0; round <= ROUNDS; round++) {
  const [us, them] = [await measure(ours), await measure(theirs)];
  // The first round warms up.
  if (round === 0) continue;
  figures.exchange.push([us.exchanges, them.exchanges]);
  figures.refresh.push([us.refreshes, them.refreshes]);
}
report(
  Object.entries(figures).map(([what, pairs]) => ({
    what: `${what === 'exchange' ? 'code exchanges' : 'refresh grants'} ÷ oidc-provider`,
    measured: median(pairs.map(([us, them]) => us / them)),
    target: { at_least: 1.6 },
    unit: '',
    note: `${Math.round(median(pairs.map(([us]) => us)))}/s against ${Math.round(median(pairs.map(([, them]) => them)))}/s, ${CALLERS} callers`,
  })),
);
await Promise.all([ours.service.stop(), theirs.service.stop()]);
await db.close();
await database.close();

async function measure(peer: Peer): Promise<{ exchanges: number; refreshes: number }> {
  const codes = await peer.newCodes(CODES_PER_ROUND);
  const first = await perSecond(peer, codes, (code) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
  }));
  const next = await perSecond(peer, first.refresh_tokens, (refresh_token) => ({
    grant_type: 'refresh_token',
    refresh_token,
  }));
  return { exchanges: first.per_second, refreshes: next.per_second };
}

/** Sends one request for each value, all of which must succeed. Returns requests per second. */
async function perSecond(peer: Peer, values: string[], fieldsFor: (value: string) => Record<string, string>) {
  const limits = { headersTimeout: ANSWER_LIMIT_MS, bodyTimeout: ANSWER_LIMIT_MS };
  const pool = new Pool(peer.service.base_url, { connections: CALLERS, ...limits });
  const refresh_tokens: string[] = [];
  const left = values.values();
  const caller = async () => {
    for (const value of left) {
      const body = new URLSearchParams({ ...peer.credentials, ...fieldsFor(value) }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await pool.request({ path: '/oauth/token', method: 'POST', headers, body });
      const tokens = (await answer.body.json()) as { refresh_token: string };
      if (answer.statusCode !== 200) throw new Error(JSON.stringify(tokens));
      refresh_tokens.push(tokens.refresh_token);
    }
  };
  const start_ms = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const seconds = (performance.now() - start_ms) / 1000;
  await pool.close();
  return { per_second: values.length / seconds, refresh_tokens };
}

async function startOurs(): Promise<Peer> {
  const core = { db, clock: new DatabaseClock(), secretKey: secretKeyFrom(SECRET_KEY), base_url: '' };
  const details = { email: 'bench@example.com', name: 'Bench', password: 'long enough for this' };
  const user = orThrow(await createUser(core, details));
  const described = {
    name: 'Ledger',
    company: 'Ledger',
    email: 'l@example.com',
    redirect_urls: [REDIRECT_URI],
  };
  const application = orThrow(await createApplication(core, operator('bench'), described));
  const grant_uuid = randomUUIDv7();
  await db.query(sql`
    INSERT INTO oauth_grants (uuid, user_uuid, client_uuid, scope, redirect_urls, created_at, updated_at)
    VALUES (${grant_uuid}, ${user.uuid}, ${application.uuid}, '{*}', ${[REDIRECT_URI]}, now(), now())`);
  const newCodes = async (count: number) => {
    const codes = Array.from({ length: count }, () => newToken('oauth_authorization_code'));
    await db.query(sql`
      INSERT INTO oauth_authorizations (uuid, grant_uuid, code_hash, code_expires_at, redirect_uri, scope, signed_in_at, created_at)
      SELECT new_uuid(now()), ${grant_uuid}, hash, now() + interval '1 minute', ${REDIRECT_URI}, '{*}', now(), now()
      FROM unnest(${codes.map(hashToken)}::bytea[]) AS hash`);
    return codes;
  };
  const service = await startService(database.connectionString, 'api', { LOG_LEVEL: 'warn' });
  const { client_id, client_secret } = application;
  return { service, credentials: { client_id, client_secret }, newCodes };
}

async function startTheirs(): Promise<Peer> {
  const environment = { DATABASE_URL: database.connectionString, NODE_ENV: 'production' };
  const service = await startProcess(['bench/oidc-provider.ts'], environment, /ready/);
  const newCodes = async (count: number) =>
    (await (await fetch(`${service.base_url}/prepare?${count}`)).json()) as string[];
  return { service, credentials: { client_id: 'ledger', client_secret: 'secret-of-ledger' }, newCodes };
}
