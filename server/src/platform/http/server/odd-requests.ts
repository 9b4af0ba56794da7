import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the API answers beside JSON. */
    media?: string[];
  }
}

/** The refusal of a request that is wrong on any route, or null. */
export function refuseOddRequest(request: FastifyRequest): Problem | null {
  // Pages and forms read their queries themselves, and report faults in their own way.
  const read = isOfApi(request) ? request.url : request.url.split('?')[0]!;
  if (read.includes('%00')) {
    return new Problem('address_invalid', 'The address has a NUL (%00). Remove it.');
  }
  if (isOfApi(request) && !isDecodable(read)) return brokenEscape();
  if (isOfApi(request) && !acceptsJson(request)) {
    const detail = `The API answers JSON, but Accept is "${request.headers.accept}". Send Accept: application/json.`;
    return new Problem('not_acceptable', detail);
  }
  if (hasUnreadCondition(request)) {
    const detail = 'If-Match is for records with an ETag, and this address has none. Leave the header out.';
    return new Problem('header_invalid', detail);
  }
  if (wantsProposal(request)) {
    const detail =
      'Prefer: propose is not known, and this would be written at once. Send it as an operation of POST /api/v2/proposals, or leave the header out.';
    return new Problem('header_invalid', detail);
  }
  return null;
}

/**
 * True for a request that its sender believes to be a proposal. A preference may be ignored
 * (RFC 7240 §2), but a write that was to wait for a person may not.
 */
function wantsProposal(request: FastifyRequest): boolean {
  const { prefer } = request.headers;
  if (!/(^|,)\s*propose\s*($|[=;,])/i.test(String(prefer ?? ''))) return false;
  return isOfApi(request) && changes(request) && !request.routeOptions.url!.startsWith('/api/v2/proposals');
}

/**
 * True for a condition that the route would ignore. The change could then overwrite a newer one,
 * which the condition is meant to prevent (RFC 9110 §13.1.1).
 */
function hasUnreadCondition(request: FastifyRequest): boolean {
  const condition = request.headers['if-match'] ?? '*';
  if (condition === '*' || !changes(request)) return false;
  const read = request.routeOptions.schema!.headers as { properties: object } | undefined;
  return !('if-match' in (read?.properties ?? {}));
}

/** True when the route exists and its method may do more than read. */
function changes({ method, routeOptions: { schema } }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && schema !== undefined;
}

/** True for an address of the API. The router also accepts needless escapes, such as /%61pi. */
export function isOfApi({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true;
}

export function brokenEscape(): Problem {
  const detail =
    'The address has a broken escape. Write % and two hexadecimal digits; together they must be UTF-8.';
  return new Problem('address_invalid', detail);
}

/**
 * True when the query can be decoded. The parser of queries takes a broken escape for text, so a
 * search would silently look for something else.
 */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** A parameter of a media range other than its weight q. */
const MEDIA_PARAMETER = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*("(?:[^"\\]|\\.)*"|[^;,"]*)/gi;

/**
 * True when the caller accepts JSON. Parameters such as a charset or an indent are ignored: there
 * is only one JSON (RFC 9110 §12.5.1).
 */
function acceptsJson(request: FastifyRequest): boolean {
  const { headers } = request.raw;
  const { accept } = headers;
  headers.accept = accept?.replace(MEDIA_PARAMETER, '');
  const { media = [] } = request.routeOptions.config;
  const accepted = request.type([...media, 'application/json', 'application/problem+json']);
  headers.accept = accept;
  return Boolean(accepted);
}

/**
 * The number of times a header was sent. When a header such as Authorization is repeated, Node
 * silently keeps the first.
 */
export function timesSent({ raw }: FastifyRequest, name: string): number {
  // Names and values alternate.
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;
}
