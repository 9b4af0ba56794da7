import type { RapportEvent, WebhookEvent } from '../event.ts';
import { isNextBuild, receiveNothing } from './next-build.ts';
import type { Handler } from './receive.ts';
import { type WebReceiverOptions, receiver as webReceiver } from './web.ts';

/**
 * Returns a receiver for the App Router of Next.js: `export const POST = receiver({ secrets },
 * handler)`.
 */
export function receiver<E extends WebhookEvent = RapportEvent>(
  options: WebReceiverOptions,
  handler: Handler<E>,
): (request: Request) => Promise<Response> {
  return isNextBuild() ? receiveNothing : webReceiver(options, handler);
}
