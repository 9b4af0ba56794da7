import { bytesOfText } from './encodings.ts';
import { Refusal } from './refusals.ts';

/** The body as it came over the network. A string stands for its UTF-8 bytes. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/** Fatal, because replacing a broken byte would pass on text that was never sent. */
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the body's bytes. Refused: `body_empty`, and `body_already_parsed` for any other value
 * than the original bytes.
 */
export function readBody(rawBody: RawBody): Uint8Array | Refusal {
  const bytes = bytesOf(rawBody);
  if (bytes === undefined) return alreadyParsed();
  if (bytes.length === 0) return bodyEmpty();
  return bytes;
}

function bytesOf(rawBody: unknown): Uint8Array | undefined {
  if (rawBody === undefined || rawBody === null) return new Uint8Array();
  // No event looks like this: it is `String(body)` of a parsed body.
  if (typeof rawBody === 'string') {
    return rawBody === '[object Object]' ? undefined : bytesOfText(rawBody);
  }
  if (rawBody instanceof Uint8Array) return rawBody;
  // Not `instanceof`, because Jest and iframes have classes of their own.
  if (ArrayBuffer.isView(rawBody)) {
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  }
  const isArrayBuffer = Object.prototype.toString.call(rawBody) === '[object ArrayBuffer]';
  return isArrayBuffer ? new Uint8Array(rawBody as ArrayBuffer) : undefined;
}

function alreadyParsed(): Refusal {
  return new Refusal(
    'body_already_parsed',
    'The body is an object: a body parser ran first, and the bytes that were signed cannot be rebuilt from its result. Pass the raw bytes, for example from express.raw({ type: "application/json" }) or await request.arrayBuffer(), or let an adapter of this package read them.',
  );
}

function bodyEmpty(): Refusal {
  return new Refusal(
    'body_empty',
    'The body is empty; the service never sends an empty one. Most often something read the request before: read its raw bytes once, first, and pass them here.',
  );
}

/** Returns the JSON object in the body. Refused: `body_not_json`. */
export function parseBody(bytes: Uint8Array): Record<string, unknown> | Refusal {
  try {
    const value: unknown = JSON.parse(utf8Decoder.decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    return notJson('it is JSON, but not an object');
  } catch (error) {
    return notJson((error as Error).message);
  }
}

function notJson(why: string): Refusal {
  return new Refusal(
    'body_not_json',
    `The signature is genuine, but the body is not an event: ${why}. Check that the secret is used for nothing else than webhooks of this service.`,
  );
}
