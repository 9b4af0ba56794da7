import type { RapportEvent, WebhookEvent } from '../event.ts';
import { bodyConsumed, type Problem } from './problems.ts';
import { type Handler, prepareReceiver, type ReceiverOptions } from './receive.ts';

/**
 * The part of the events of API Gateway (REST, HTTP), function URLs and load balancers that is used
 * here.
 */
export interface LambdaEvent {
  httpMethod?: string;
  requestContext?: { http?: { method: string } };
  headers?: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

export interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Returns a receiver for AWS Lambda: `export const handler = receiver({ secrets }, handle)`. There
 * is no `ack: 'before'`, because Lambda stops a function after its answer. Hand long work to a
 * queue.
 */
export function receiver<E extends WebhookEvent = RapportEvent>(
  options: Omit<ReceiverOptions, 'ack'>,
  handler: Handler<E>,
): (event: LambdaEvent) => Promise<LambdaResult> {
  const receive = prepareReceiver({ ...options, ack: 'after' }, handler);
  return async (event) => {
    const { answer } = await receive({
      method: event.httpMethod ?? event.requestContext?.http?.method,
      headers: event.headers ?? event.multiValueHeaders ?? {},
      readBody: async () => bytesOfEvent(event),
    });
    return { statusCode: answer.status, headers: answer.headers, body: answer.body };
  };
}

function bytesOfEvent({ body, isBase64Encoded }: LambdaEvent): Uint8Array | Problem {
  // Middleware may have replaced the text by the parsed body.
  if (typeof body === 'object' && body !== null) return bodyConsumed();
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}
