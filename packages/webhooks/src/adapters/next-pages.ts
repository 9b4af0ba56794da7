import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RapportEvent, WebhookEvent } from '../event.ts';
import { isNextBuild, receiveNothing } from './next-build.ts';
import { receiver as nodeReceiver } from './node.ts';
import type { Handler, ReceiverOptions } from './receive.ts';

/**
 * Returns a receiver for the Pages Router of Next.js: `export default receiver({ secrets },
 * handler)`. The route also needs `export const config = { api: { bodyParser: false } }`.
 */
export function receiver<E extends WebhookEvent = RapportEvent>(
  options: ReceiverOptions,
  handler: Handler<E>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return isNextBuild() ? receiveNothing : nodeReceiver(options, handler);
}
