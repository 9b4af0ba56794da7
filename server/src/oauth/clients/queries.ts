import sql, { raw } from 'sql-template-tag';
import { prepared, type Queryable } from '../../platform/database/database.ts';
import type { IdTokenAlgorithm } from '../openid/algorithms.ts';

/** An application registered by the operator; `client_id` is its uuid. */
export type OAuthClient = {
  uuid: string;
  client_id: string;
  name: string;
  company: string;
  email: string;
  redirect_urls: string[];
  /** Origins of web pages that may call the API (CORS). */
  allowed_origins: string[];
  require_pkce: boolean;
  /** OpenID Connect Registration §2. */
  id_token_signed_response_alg: IdTokenAlgorithm;
  disabled_at: string | null;
  secrets: { last_four: string; created_at: string }[];
  created_at: string;
  updated_at: string;
};

/** What an operator may change. */
export type Changeable =
  | 'redirect_urls'
  | 'allowed_origins'
  | 'require_pkce'
  | 'id_token_signed_response_alg'
  | 'disabled_at';

const COLUMNS =
  raw(`client.uuid, client.uuid AS client_id, client.name, client.company, client.email, client.redirect_urls,
  client.allowed_origins, client.require_pkce, client.id_token_signed_response_alg, client.disabled_at,
  coalesce((SELECT json_agg(json_build_object('last_four', secret.last_four, 'created_at', iso(secret.created_at))
            ORDER BY secret.created_at, secret.uuid)
            FROM oauth_client_secrets AS secret WHERE secret.client_uuid = client.uuid), '[]') AS secrets,
  client.created_at, client.updated_at`);

export async function insertClient(
  tx: Queryable,
  client: Pick<
    OAuthClient,
    | 'uuid'
    | 'name'
    | 'company'
    | 'email'
    | 'redirect_urls'
    | 'allowed_origins'
    | 'require_pkce'
    | 'id_token_signed_response_alg'
    | 'created_at'
  >,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO oauth_clients (uuid, name, company, email, redirect_urls, allowed_origins, require_pkce,
      id_token_signed_response_alg, created_at, updated_at)
    VALUES (${client.uuid}, ${client.name}, ${client.company}, ${client.email}, ${client.redirect_urls},
      ${client.allowed_origins}, ${client.require_pkce}, ${client.id_token_signed_response_alg}, ${client.created_at}, ${client.created_at})`);
}

export function listClients(db: Queryable): Promise<OAuthClient[]> {
  return db.query(
    sql`SELECT ${COLUMNS} FROM oauth_clients AS client WHERE deleted_at IS NULL ORDER BY created_at, uuid`,
  );
}

export function findClientNames(db: Queryable, uuids: string[]): Promise<{ uuid: string; name: string }[]> {
  return db.query(sql`SELECT uuid, name FROM oauth_clients WHERE uuid = ANY(${uuids}::uuid[])`);
}

/** The application, locked until the transaction ends when `lock` is given. */
export async function findClient(
  db: Queryable,
  uuid: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<OAuthClient | undefined> {
  const [client] = await db.query<OAuthClient>(
    sql`SELECT ${COLUMNS} FROM oauth_clients AS client WHERE uuid = ${uuid} AND deleted_at IS NULL ${raw(lock)}`,
  );
  return client;
}

/** Whether a living application has registered this origin. */
export async function isAllowedOrigin(db: Queryable, origin: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM oauth_clients
    WHERE ${origin} = ANY(allowed_origins) AND disabled_at IS NULL AND deleted_at IS NULL LIMIT 1`);
  return rows.length > 0;
}

/** An application that has proved who it is. */
export type AuthenticatedClient = { uuid: string; name: string };

/** The living application with this secret. One look-up by hash, so that it takes as long for an unknown application. */
export async function findClientBySecret(
  db: Queryable,
  uuid: string,
  secret_hash: Buffer,
): Promise<AuthenticatedClient | undefined> {
  const [client] = await db.query<AuthenticatedClient>(
    prepared(
      'find_client_by_secret',
      sql`
    SELECT client.uuid, client.name
    FROM oauth_client_secrets AS secret JOIN oauth_clients AS client ON client.uuid = secret.client_uuid
    WHERE secret.secret_hash = ${secret_hash} AND client.uuid = ${uuid}
      AND client.disabled_at IS NULL AND client.deleted_at IS NULL`,
    ),
  );
  return client;
}

export async function updateClient(
  tx: Queryable,
  client: Pick<OAuthClient, 'uuid' | Changeable | 'updated_at'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE oauth_clients SET redirect_urls = ${client.redirect_urls}, allowed_origins = ${client.allowed_origins}, require_pkce = ${client.require_pkce},
      id_token_signed_response_alg = ${client.id_token_signed_response_alg}, disabled_at = ${client.disabled_at},
      updated_at = ${client.updated_at}
    WHERE uuid = ${client.uuid}`);
}

export async function markClientDeleted(tx: Queryable, uuid: string, deleted_at: string): Promise<void> {
  await tx.query(sql`UPDATE oauth_clients SET deleted_at = ${deleted_at} WHERE uuid = ${uuid}`);
}

export async function insertSecret(
  tx: Queryable,
  secret: { uuid: string; client_uuid: string; secret_hash: Buffer; last_four: string; created_at: string },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO oauth_client_secrets (uuid, client_uuid, secret_hash, last_four, created_at)
    VALUES (${secret.uuid}, ${secret.client_uuid}, ${secret.secret_hash}, ${secret.last_four}, ${secret.created_at})`);
}

/** Deletes all but the newest `kept` secrets. */
export async function deleteOldSecrets(tx: Queryable, client_uuid: string, kept: number): Promise<void> {
  await tx.query(sql`
    DELETE FROM oauth_client_secrets WHERE uuid IN (
      SELECT uuid FROM oauth_client_secrets WHERE client_uuid = ${client_uuid}
      ORDER BY created_at DESC, uuid DESC OFFSET ${kept})`);
}
