import type { OAuthClient } from '../../../server/src/oauth/clients/actions.ts';
import { columns } from '../words.ts';

/** An application in words. */
export function tellClient(client: OAuthClient): string {
  return columns([
    ['client_id', client.client_id],
    ['name', client.name],
    ['company', client.company],
    ['e-mail', client.email],
    ...client.redirect_urls.map((url) => ['redirect URL', url]),
    ...client.allowed_origins.map((origin) => ['allowed origin', origin]),
    ...client.secrets.map((secret) => ['secret', `…${secret.last_four}, since ${secret.created_at}`]),
    ['PKCE', client.require_pkce ? 'required' : 'optional'],
    ['ID tokens', client.id_token_signed_response_alg],
    ['state', client.disabled_at === null ? 'enabled' : `disabled since ${client.disabled_at}`],
  ]);
}
