import { EndpointError } from '../errors.ts';

/** The credentials of an application. */
export type ApplicationCredentials = { client_id: string; client_secret: string; method: 'basic' | 'post' };

/**
 * Reads the credentials from the Authorization header or from the form. Credentials in the address,
 * or in both places, are refused (RFC 6749 §2.3, §2.3.1).
 */
export function readCredentials(
  authorization: string | undefined,
  form: Record<string, string>,
): ApplicationCredentials | EndpointError {
  if (authorization === undefined) return readForm(form);
  if (form.client_secret !== undefined) {
    return new EndpointError(
      'invalid_request',
      /^basic\b/i.test(authorization)
        ? 'The request has a client secret in the Authorization header and another in the body. Send it in one place only.'
        : 'The client secret is in the body, and the Authorization header is not Basic. Leave the header out.',
    );
  }
  const credentials = readBasic(authorization);
  if (credentials === undefined) {
    return invalidClient(
      'basic',
      'The Authorization header is not Basic with client_id:client_secret in base64.',
    );
  }
  if (form.client_id !== undefined && form.client_id !== credentials.client_id) {
    return new EndpointError(
      'invalid_request',
      'client_id in the body differs from the one in the Authorization header.',
    );
  }
  return credentials;
}

/** 401. When the application tried Basic, the header names Basic as the method (RFC 6749 §5.2). */
export function invalidClient(method: 'basic' | 'post', description: string, detail?: string): EndpointError {
  const headers =
    method === 'basic' ? { 'www-authenticate': 'Basic realm="Rapport", charset="UTF-8"' } : undefined;
  return new EndpointError('invalid_client', description, { status: 401, headers, detail });
}

function readForm({
  client_id,
  client_secret,
}: Record<string, string>): ApplicationCredentials | EndpointError {
  if (client_id === undefined) {
    return invalidClient(
      'post',
      'client_id is missing. Send client_id and client_secret in the body, or use Basic.',
    );
  }
  if (client_secret === undefined) {
    return invalidClient('post', 'client_secret is missing. Send it in the body, or use Basic.');
  }
  return { client_id, client_secret, method: 'post' };
}

/**
 * Reads Basic credentials. Both parts are form-urlencoded before they are joined and base64-encoded
 * (RFC 6749 §2.3.1).
 */
function readBasic(authorization: string): ApplicationCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  try {
    const [client_id, client_secret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    ) as [string, string];
    return { client_id, client_secret, method: 'basic' };
  } catch {
    return undefined;
  }
}
