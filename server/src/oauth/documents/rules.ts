import { createHash } from 'node:crypto';
import { hashToken } from '../../platform/secrets/random-tokens.ts';

/** The longest document, in bytes. */
export const DOCUMENT_MAX_BYTES = 5 * 1024;

/** For this time a document counts as read. */
export const DOCUMENT_LIFETIME_MS = 24 * 60 * 60 * 1000;

const URL_MAX_LENGTH = 500;
const NAME_MAX_LENGTH = 100;
const REDIRECT_URLS_MAX = 20;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * True for a client_id that is the address of a document, at a host that the operator allows
 * (Client ID Metadata Document §3). Plain http is for the developer's own machine.
 */
export function isDocumentUrl(client_id: string, hosts: readonly string[]): boolean {
  const url = URL.parse(client_id);
  if (!url || client_id.length > URL_MAX_LENGTH || url.href !== client_id || !hosts.includes(url.host))
    return false;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isSafe && url.username === '' && url.password === '' && url.hash === '' && url.pathname !== '/';
}

/**
 * The identity of a document's application: always the same one, in the place of a registered
 * client_id and its secret. Whoever knows the address has both, so PKCE is what guards its codes.
 */
export function identityOf(client_id: string): { client_uuid: string; secret_hash: Buffer } {
  const hex = createHash('sha256').update(`client document ${client_id}`).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  const client_uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
  return { client_uuid, secret_hash: hashToken(`public client ${client_id}`) };
}

export type ClientDocument = { name: string; redirect_urls: string[] };

/**
 * What a document says, or what is wrong with it. It must name itself, and be for a client without
 * a secret.
 */
export function readDocument(text: string, client_id: string): ClientDocument | { fault: string } {
  const document = parsed(text);
  if (document === null) return { fault: 'It is no JSON object.' };
  const { client_name, redirect_uris, token_endpoint_auth_method = 'none' } = document;
  if (document.client_id !== client_id) return { fault: 'Its client_id is not its own address.' };
  if (token_endpoint_auth_method !== 'none') return { fault: 'Its token_endpoint_auth_method must be none.' };
  if (!Array.isArray(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > REDIRECT_URLS_MAX)
    return { fault: `redirect_uris must be a list of 1 to ${REDIRECT_URLS_MAX} URLs.` };
  const odd = redirect_uris.find((one) => typeof one !== 'string' || !isRedirectUrl(one));
  if (odd !== undefined)
    return { fault: 'redirect_uris must be https without a fragment, or http on a loopback address.' };
  const name = typeof client_name === 'string' ? visible(client_name) : '';
  return { name: name || new URL(client_id).host, redirect_urls: redirect_uris };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isRedirectUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.length > 2000 || text.includes('#') || url.username !== '' || url.password !== '')
    return false;
  const isAnswer = ['code', 'state', 'iss', 'error'].some((name) => url.searchParams.has(name));
  return (
    !isAnswer && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)))
  );
}

/** A name in one line, without what people do not see. */
function visible(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH);
}

/**
 * True for a redirect URL of the document. A program on the person's own machine cannot know its
 * port beforehand, so that of a loopback address may vary (RFC 8252 §7.3).
 */
export function isRedirectOf(registered: readonly string[], redirect_uri: string): boolean {
  if (registered.includes(redirect_uri)) return true;
  const without = withoutLoopbackPort(redirect_uri);
  return without !== null && registered.some((one) => withoutLoopbackPort(one) === without);
}

function withoutLoopbackPort(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname) || url.href !== text) return null;
  url.port = '';
  return url.href;
}
