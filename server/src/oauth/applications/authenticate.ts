import { hostOf, type RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { isCanonicalUuid } from '../../platform/ids.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import type { OAuthCore } from '../core.ts';
import { identityOf, isDocumentUrl } from '../documents/rules.ts';
import { EndpointError } from '../errors.ts';
import { type ApplicationCredentials, invalidClient, readCredentials } from './credentials.ts';
import { type AuthenticatedApplication, type Credentials, findApplicationBySecret } from './queries.ts';

/** The credentials that a request presents, before they are checked. */
export type PresentedCredentials = Pick<ApplicationCredentials, 'client_id' | 'method'> & {
  /** Null for a secret with a wrong checksum: it was never issued, so no query is needed. */
  secret_hash: Buffer | null;
  limitKey: string;
};

/**
 * Returns the application that makes a request, by its secret. `invalid_client` in the same words
 * for an unknown application, a disabled one and a wrong secret; 429 after too many wrong secrets
 * for one application from one address.
 */
export async function authenticateApplication(
  core: OAuthCore,
  authorization: string | undefined,
  form: Record<string, string>,
  from: RequestOrigin,
): Promise<AuthenticatedApplication | EndpointError> {
  const presented = presentedCredentials(authorization, form, from, core.client_document_hosts);
  if (presented instanceof EndpointError) return presented;
  return recogniseApplication(core, presented, (by) => findApplicationBySecret(core.db, by));
}

/** Reads the credentials of a request; an error when there are none. */
export function presentedCredentials(
  authorization: string | undefined,
  form: Record<string, string>,
  from: RequestOrigin,
  hosts: readonly string[],
): PresentedCredentials | EndpointError {
  const document = documentCredentials(authorization, form, from, hosts);
  if (document) return document;
  const credentials = readCredentials(authorization, form);
  if (credentials instanceof EndpointError) return credentials;
  const { client_id, client_secret, method } = credentials;
  const limitKey = `${client_id.slice(0, 36)} ${hostOf(from.address)}`;
  const wellFormed = isCanonicalUuid(client_id) && tokenKind(client_secret) === 'oauth_client_secret';
  return { client_id, method, limitKey, secret_hash: wellFormed ? hashToken(client_secret) : null };
}

/** The identity of an application that has a document in place of a secret; null for others. */
function documentCredentials(
  authorization: string | undefined,
  { client_id, client_secret }: Record<string, string>,
  from: RequestOrigin,
  hosts: readonly string[],
): PresentedCredentials | null {
  if (authorization !== undefined || client_secret !== undefined || client_id === undefined) return null;
  if (!isDocumentUrl(client_id, hosts)) return null;
  const { client_uuid, secret_hash } = identityOf(client_id);
  return {
    client_id: client_uuid,
    method: 'post',
    secret_hash,
    limitKey: `${client_uuid} ${hostOf(from.address)}`,
  };
}

/**
 * Runs `find`, which looks the application up by its credentials, and counts a failure. The right
 * secret is accepted even after too many wrong ones: another program at the same address may have
 * sent those.
 */
export async function recogniseApplication<Found>(
  core: OAuthCore,
  { client_id, method, limitKey, secret_hash }: PresentedCredentials,
  find: (by: Credentials) => Promise<Found | undefined>,
): Promise<Found | EndpointError> {
  const found = secret_hash && (await find({ client_uuid: client_id, secret_hash }));
  if (found) return found;
  const wait_s = core.applicationFailures.wait_s(limitKey);
  if (wait_s > 0) {
    const description = `There were too many requests with a wrong client secret. Wait ${wait_s} s, and check the secret.`;
    return new EndpointError('invalid_client', description, {
      status: 429,
      headers: { 'retry-after': String(wait_s) },
    });
  }
  core.applicationFailures.noteFailure(limitKey);
  const description =
    'The client is unknown or disabled, or its secret is wrong. Check client_id and client_secret.';
  return invalidClient(method, description, isCanonicalUuid(client_id) ? `client_id ${client_id}` : '');
}
