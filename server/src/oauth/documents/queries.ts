import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** When the document of an application was read; undefined before the first time. */
export async function findReadAt(db: Queryable, uuid: string): Promise<string | undefined> {
  const [row] = await db.query<{ document_read_at: string }>(
    sql`SELECT document_read_at FROM oauth_clients WHERE uuid = ${uuid} AND document_url IS NOT NULL`,
  );
  return row?.document_read_at;
}

/** Keeps what a document says. What the operator has disabled or deleted stays so. */
export function keepDocument(
  tx: Transaction,
  client: {
    uuid: string;
    document_url: string;
    name: string;
    host: string;
    redirect_urls: string[];
    secret_uuid: string;
    secret_hash: Buffer;
    now: string;
  },
): void {
  tx.send(sql`
    INSERT INTO oauth_clients (uuid, name, company, email, redirect_urls, allowed_origins, require_pkce,
      id_token_signed_response_alg, document_url, document_read_at, created_at, updated_at)
    VALUES (${client.uuid}, ${client.name}, ${client.host}, '', ${client.redirect_urls}, '{}', true,
      'RS256', ${client.document_url}, ${client.now}, ${client.now}, ${client.now})
    ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, redirect_urls = excluded.redirect_urls,
      document_read_at = excluded.document_read_at, updated_at = excluded.updated_at`);
  tx.send(sql`
    INSERT INTO oauth_client_secrets (uuid, client_uuid, secret_hash, last_four, created_at)
    SELECT ${client.secret_uuid}, ${client.uuid}, ${client.secret_hash}, 'none', ${client.now}
    WHERE NOT EXISTS (SELECT FROM oauth_client_secrets WHERE client_uuid = ${client.uuid})`);
}
