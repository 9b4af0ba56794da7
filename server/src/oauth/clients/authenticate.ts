import type { Origin } from '../../platform/http/origin.ts';
import { isUuid } from '../../platform/ids.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import type { OAuthCore } from '../core.ts';
import { EndpointError } from '../errors.ts';
import { invalidClient, readCredentials } from './credentials.ts';
import { type AuthenticatedClient, findClientBySecret } from './queries.ts';

/**
 * The application that makes a request, by its secret. `invalid_client` in the same words whether it is unknown, disabled or the
 * secret is wrong; 429 after too many wrong secrets for one application from one address.
 */
export async function authenticateClient(
  core: OAuthCore,
  authorization: string | undefined,
  form: Record<string, string>,
  from: Origin,
): Promise<AuthenticatedClient | EndpointError> {
  const credentials = readCredentials(authorization, form);
  if (credentials instanceof EndpointError) return credentials;
  const { client_id, client_secret, method } = credentials;
  const limitKey = `${client_id.slice(0, 36)} ${from.address}`;
  const wait_s = core.clientFailures.wait_s(limitKey);
  if (wait_s > 0) {
    const description = `There were too many requests with a wrong client secret. Wait ${wait_s} s, and check the secret.`;
    return new EndpointError('invalid_client', description, {
      status: 429,
      headers: { 'retry-after': String(wait_s) },
    });
  }
  // A made-up secret has no right checksum and is refused without asking the database.
  const wellFormed = isUuid(client_id) && tokenKind(client_secret) === 'oauth_client_secret';
  const client = wellFormed
    ? await findClientBySecret(core.db, client_id, hashToken(client_secret))
    : undefined;
  if (client) return client;
  core.clientFailures.noteFailure(limitKey);
  const description =
    'The client is unknown or disabled, or its secret is wrong. Check client_id and client_secret.';
  return invalidClient(method, description, `client_id ${client_id.slice(0, 100)}`);
}
