import type { RapportEvent, WebhookEvent } from '../event.ts';
import { type Handler, prepareReceiver, type ReceiverOptions } from './receive.ts';
import { respond, type WaitUntil } from './web.ts';

/** The part of Hono's `Context` that is used here. */
interface HonoContext {
  req: { raw: Request };
  executionCtx: { waitUntil: WaitUntil };
}

/** Returns a receiver for a route of Hono: `app.post('/hook', receiver({ secrets }, handler))`. */
export function receiver<E extends WebhookEvent = RapportEvent>(
  options: ReceiverOptions,
  handler: Handler<E>,
): (context: HonoContext) => Promise<Response> {
  const receive = prepareReceiver(options, handler);
  return (context) => respond(context.req.raw, receive, (work) => waitUntil(context, work));
}

function waitUntil(context: HonoContext, work: Promise<unknown>): void {
  try {
    context.executionCtx.waitUntil(work);
  } catch {
    // Outside Workers Hono has no execution context and throws. None is needed there, because the
    // process goes on after the answer.
  }
}
