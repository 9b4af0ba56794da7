import type { Application } from '../../../server/src/oauth/applications/actions.ts';
import { columns } from '../words.ts';

/** Returns an application as lines for people. */
export function tellApplication(application: Application): string {
  return columns([
    ['client_id', application.client_id],
    ['name', application.name],
    ['company', application.company],
    ['e-mail', application.email],
    ...application.redirect_urls.map((url) => ['redirect URL', url]),
    ...application.allowed_origins.map((origin) => ['allowed origin', origin]),
    ...application.secrets.map((secret) => ['secret', `…${secret.last_four}, since ${secret.created_at}`]),
    ['PKCE', application.require_pkce ? 'required' : 'optional'],
    ['ID tokens', application.id_token_signed_response_alg],
    ['state', application.disabled_at === null ? 'enabled' : `disabled since ${application.disabled_at}`],
  ]);
}
