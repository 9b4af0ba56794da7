import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { identifying } from '../../platform/database/statements.ts';
import type { IdTokenAlgorithm } from '../openid/algorithms.ts';

/** An application registered by the operator; `client_id` is its uuid. */
export type Application = {
  uuid: string;
  client_id: string;
  name: string;
  company: string;
  email: string;
  redirect_urls: string[];
  /** The origins of web pages that may call the API (CORS). */
  allowed_origins: string[];
  require_pkce: boolean;
  /** The algorithm of ID tokens (OpenID Connect Registration §2). */
  id_token_signed_response_alg: IdTokenAlgorithm;
  disabled_at: string | null;
  secrets: { last_four: string; created_at: string }[];
  /** The address of the document that stands for a registration; null for a registered one. */
  document_url: string | null;
  created_at: string;
  updated_at: string;
};

/** The fields that an operator may change. */
export type Changeable =
  | 'redirect_urls'
  | 'allowed_origins'
  | 'require_pkce'
  | 'id_token_signed_response_alg'
  | 'disabled_at';

export const COLUMNS =
  raw(`application.uuid, application.uuid AS client_id, application.name, application.company, application.email, application.redirect_urls,
  application.allowed_origins, application.require_pkce, application.id_token_signed_response_alg, application.disabled_at, application.document_url,
  coalesce((SELECT json_agg(json_build_object('last_four', secret.last_four, 'created_at', iso(secret.created_at))
            ORDER BY secret.created_at, secret.uuid)
            FROM oauth_client_secrets AS secret WHERE secret.client_uuid = application.uuid), '[]') AS secrets,
  application.created_at, application.updated_at`);

export async function insertApplication(
  tx: Queryable,
  application: Omit<Application, 'client_id' | 'disabled_at' | 'secrets' | 'document_url' | 'updated_at'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO oauth_clients (uuid, name, company, email, redirect_urls, allowed_origins, require_pkce,
      id_token_signed_response_alg, created_at, updated_at)
    VALUES (${application.uuid}, ${application.name}, ${application.company}, ${application.email}, ${application.redirect_urls},
      ${application.allowed_origins}, ${application.require_pkce}, ${application.id_token_signed_response_alg}, ${application.created_at}, ${application.created_at})`);
}

/** The application; with `lock`, locked until the transaction ends. */
export async function findApplication(
  db: Queryable,
  uuid: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Application | undefined> {
  const [application] = await db.query<Application>(
    sql`SELECT ${COLUMNS} FROM oauth_clients AS application WHERE uuid = ${uuid} AND deleted_at IS NULL ${raw(lock)}`,
  );
  return application;
}

/** The credentials of an application: its uuid, and the hash of its secret. */
export type Credentials = { client_uuid: string; secret_hash: Buffer };

/** An application whose secret was right. */
export type AuthenticatedApplication = Pick<Application, 'uuid' | 'name' | 'id_token_signed_response_alg'>;

export async function findApplicationBySecret(
  db: Queryable,
  credentials: Credentials,
): Promise<AuthenticatedApplication | undefined> {
  const statement = selectApplicationBySecret(credentials);
  const [application] = await db.query<AuthenticatedApplication>(
    identifying('find_application_by_secret', statement),
  );
  return application;
}

/**
 * Selects the application with this secret, unless it is deleted; also usable as a part of another
 * statement. It is one look-up by hash, so that an unknown application takes as long.
 */
export function selectApplicationBySecret({ client_uuid, secret_hash }: Credentials): Sql {
  return sql`
    SELECT application.uuid, application.name, application.id_token_signed_response_alg
    FROM oauth_client_secrets AS secret JOIN oauth_clients AS application ON application.uuid = secret.client_uuid
    WHERE secret.secret_hash = ${secret_hash} AND application.uuid = ${client_uuid}
      AND application.disabled_at IS NULL AND application.deleted_at IS NULL`;
}

export async function updateApplication(
  tx: Queryable,
  application: Pick<Application, 'uuid' | Changeable | 'updated_at'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE oauth_clients SET redirect_urls = ${application.redirect_urls}, allowed_origins = ${application.allowed_origins}, require_pkce = ${application.require_pkce},
      id_token_signed_response_alg = ${application.id_token_signed_response_alg}, disabled_at = ${application.disabled_at},
      updated_at = ${application.updated_at}
    WHERE uuid = ${application.uuid}`);
}

export async function markApplicationDeleted(tx: Queryable, uuid: string, deleted_at: string): Promise<void> {
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

/** Deletes all secrets but the newest `kept` ones. */
export async function deleteOldSecrets(tx: Queryable, client_uuid: string, kept: number): Promise<void> {
  await tx.query(sql`
    DELETE FROM oauth_client_secrets WHERE uuid IN (
      SELECT uuid FROM oauth_client_secrets WHERE client_uuid = ${client_uuid}
      ORDER BY created_at DESC, uuid DESC OFFSET ${kept})`);
}
