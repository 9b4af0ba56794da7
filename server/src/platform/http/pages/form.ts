import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeUtf8, hasUnstorableCharacters } from '../server/json-body.ts';

/**
 * The parameters of a form or a query. An empty value counts as absent, and repeated names are
 * listed separately (RFC 6749 §3.1).
 */
export type Form = {
  values: Record<string, string>;
  repeated: string[];
};

/** Our forms have a few short fields, so a larger body is not one of them. */
const FORM_MAX_BYTES = 32 * 1024;

/**
 * Makes the routes of `scope` accept `application/x-www-form-urlencoded` only. The body becomes a
 * Form, or undefined.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
    async (_request: FastifyRequest, body: Buffer) => parseForm(decodeUtf8(body)),
  );
}

/**
 * Parses a form. Undefined when the text has escapes that do not decode to UTF-8, or characters
 * that the database cannot store.
 */
export function parseForm(text: string | undefined): Form | undefined {
  const values: Record<string, string> = Object.create(null);
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const part of text?.split('&') ?? []) {
    // Two separators in a row have no parameter between them (URL Standard §5.1).
    if (part === '') continue;
    const [name, value] = splitOnce(part, '=').map(decode);
    if (name === undefined || value === undefined) return undefined;
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    if (value !== '') values[name] = value;
  }
  return text === undefined ? undefined : { values, repeated: [...repeated] };
}

/**
 * Writes a form as text, which `parseForm` reads as the same form. Repeated names are repeated
 * again.
 */
export function formText({ values, repeated }: Form): string {
  const twice = repeated.flatMap((name) => [
    [name, ''],
    [name, ''],
  ]);
  return [...Object.entries(values), ...twice]
    .map((pair) => pair.map((text) => encodeURIComponent(text!)).join('='))
    .join('&');
}

/** Parses the query of a request by the same rules. */
export function parseQuery(request: FastifyRequest): Form | undefined {
  return parseForm(splitOnce(request.url, '?')[1]);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Decodes a part of a form, in which a plus sign is a space (URL Standard §5.1). */
function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return hasUnstorableCharacters(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
