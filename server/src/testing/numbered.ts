import type { Answer } from './test-app.ts';

/**
 * The status, the headers that tell of a record, and the body of an answer, without what differs
 * from request to request. `uuid` is the one that was asked for.
 */
export function answerOf({ status, headers, body }: Answer, uuid: string): string {
  const numbers = new Map<string, string>();
  const text = (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
    .replaceAll(uuid, 'UUID')
    .replace(/"request_id":"[^"]*"/g, '')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (one) => {
      numbers.set(one, numbers.get(one) ?? `U${numbers.size}`);
      return numbers.get(one)!;
    })
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)/g, 'T');
  return `${status} ${headers.get('etag') ?? ''} ${headers.get('location') ?? ''} ${text}`;
}
