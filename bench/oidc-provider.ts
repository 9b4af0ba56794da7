// The peer of oauth.bench.ts: oidc-provider with an adapter for PostgreSQL, written as its
// documentation shows, with prepared statements. GET /prepare?<count> returns `count` codes, as if
// a User had just allowed them.
import { createServer } from 'node:http';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import pg from 'pg';

const { PORT, DATABASE_URL } = process.env;
const REDIRECT_URI = 'https://app.example.com/callback';

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await pool.query(`
  CREATE TABLE oidc_payloads (
    id text, type text, payload jsonb NOT NULL, grant_id text, uid text, expires_at timestamptz, consumed_at timestamptz,
    PRIMARY KEY (id, type));
  CREATE INDEX oidc_payloads_grant_id_idx ON oidc_payloads (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX oidc_payloads_uid_idx ON oidc_payloads (uid) WHERE uid IS NOT NULL;`);

class PostgresAdapter implements Adapter {
  readonly #type: string;

  constructor(type: string) {
    this.#type = type;
  }

  async upsert(id: string, payload: AdapterPayload, expires_in_s: number): Promise<void> {
    const expires_at = expires_in_s ? new Date(Date.now() + expires_in_s * 1000) : null;
    await this.#query(
      'upsert',
      `INSERT INTO oidc_payloads (id, type, payload, grant_id, uid, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id, type) DO UPDATE SET payload = $3, grant_id = $4, uid = $5, expires_at = $6`,
      [id, this.#type, payload, payload.grantId ?? null, payload.uid ?? null, expires_at],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const sql = 'SELECT payload, expires_at, consumed_at FROM oidc_payloads WHERE id = $1 AND type = $2';
    const [row] = await this.#query('find', sql, [id, this.#type]);
    if (!row || (row.expires_at && row.expires_at < new Date())) return undefined;
    return row.consumed_at ? { ...row.payload, consumed: true } : row.payload;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const sql = 'SELECT payload FROM oidc_payloads WHERE uid = $1 AND type = $2';
    return (await this.#query('findByUid', sql, [uid, this.#type]))[0]?.payload;
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    await this.#query('consume', 'UPDATE oidc_payloads SET consumed_at = now() WHERE id = $1 AND type = $2', [
      id,
      this.#type,
    ]);
  }

  async destroy(id: string): Promise<void> {
    await this.#query('destroy', 'DELETE FROM oidc_payloads WHERE id = $1 AND type = $2', [id, this.#type]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#query('revoke', 'DELETE FROM oidc_payloads WHERE grant_id = $1 AND type = $2', [
      grantId,
      this.#type,
    ]);
  }

  async #query(name: string, text: string, values: unknown[]) {
    return (await pool.query({ name, text, values })).rows;
  }
}

const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  adapter: PostgresAdapter,
  clients: [
    {
      client_id: 'ledger',
      client_secret: 'secret-of-ledger',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['*'],
  routes: { token: '/oauth/token' },
  pkce: { required: () => false },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
});

async function prepare(count: number): Promise<string[]> {
  const client = (await provider.Client.find('ledger'))!;
  const codes = Array.from({ length: count }, async () => {
    const grant = new provider.Grant({ accountId: 'ada', clientId: 'ledger' });
    grant.addOIDCScope('*');
    const grantId = await grant.save();
    const details = {
      client,
      accountId: 'ada',
      grantId,
      scope: '*',
      redirectUri: REDIRECT_URI,
      gty: 'authorization_code',
    };
    return new provider.AuthorizationCode(details as never).save();
  });
  return Promise.all(codes);
}

const answer = provider.callback();
createServer((request, response) => {
  const count = /^\/prepare\?(\d+)$/.exec(request.url ?? '')?.[1];
  if (count === undefined) return void answer(request, response);
  prepare(Number(count)).then((codes) => response.end(JSON.stringify(codes)));
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => process.exit(0));
