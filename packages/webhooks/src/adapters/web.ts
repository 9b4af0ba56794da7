import type { RapportEvent, WebhookEvent } from '../event.ts';
import { bodyConsumed, bodyIncomplete, bodyTooLarge, MAX_BODY_BYTES, type Problem } from './problems.ts';
import {
  type Handler,
  type Incoming,
  type Outcome,
  prepareReceiver,
  type ReceiverOptions,
} from './receive.ts';

export type WaitUntil = (work: Promise<unknown>) => void;

export interface WebReceiverOptions extends ReceiverOptions {
  /**
   * Keeps the platform running until `ack: 'before'` has finished its work, like `after` in
   * Next.js. Workers pass theirs with each request.
   */
  waitUntil?: WaitUntil;
}

/**
 * Returns a receiver for every platform with the web's `Request` and `Response`: Bun, Deno,
 * Workers, SvelteKit, Remix. `export const POST = receiver({ secrets }, handler)`, `Bun.serve({
 * fetch: receiver({ secrets }, handler) })`.
 */
export function receiver<E extends WebhookEvent = RapportEvent>(
  options: WebReceiverOptions,
  handler: Handler<E>,
): (request: Request, environment?: unknown, context?: unknown) => Promise<Response> {
  const receive = prepareReceiver(options, handler);
  return (request, _environment, context) =>
    respond(request, receive, options.waitUntil ?? waitUntilOf(context));
}

/** Returns the `waitUntil` of the context, which Workers pass as the third argument. */
function waitUntilOf(context: unknown): WaitUntil | undefined {
  const given = context as { waitUntil?: unknown } | null | undefined;
  return typeof given?.waitUntil === 'function' ? given.waitUntil.bind(given) : undefined;
}

/** Answers one request. Gives the work after the answer to `waitUntil`. */
export async function respond(
  request: Request,
  receive: (incoming: Incoming) => Promise<Outcome>,
  waitUntil: WaitUntil | undefined,
): Promise<Response> {
  const { method, headers } = request;
  const { answer, work } = await receive({ method, headers, readBody: () => readWebBody(request) });
  if (work !== undefined) {
    // Starts in a later turn of the event loop, so that a handler that computes does not delay the
    // answer.
    const working = new Promise((resolve) => setTimeout(resolve)).then(work);
    waitUntil?.(working);
  }
  return new Response(answer.body, answer);
}

async function readWebBody(request: Request): Promise<Uint8Array | Problem> {
  if (request.bodyUsed || request.body?.locked) return bodyConsumed();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length_bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length_bytes += chunk.length;
      if (length_bytes > MAX_BODY_BYTES) return bodyTooLarge();
      chunks.push(chunk);
    }
  } catch {
    return bodyIncomplete();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
