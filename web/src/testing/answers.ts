import { after } from 'node:test';

/** A request that the pages sent. */
export type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown };

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/**
 * Answers the requests of the pages, each with the next answer, in place of the service. Returns
 * what was sent. A request without an answer left fails like one that does not reach the service.
 */
export function answerWith(...answers: Answer[]): Sent[] {
  const sent: Sent[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const body = init.body ? JSON.parse(String(init.body)) : undefined;
    const headers = Object.fromEntries(new Headers(init.headers));
    sent.push({ method: init.method!, path, headers, body });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('fetch failed');
    const { status = 200, body: document, headers: given = {} } = answer;
    const text = typeof document === 'string' ? document : JSON.stringify(document ?? {});
    return new Response(status === 204 ? null : text, { status, headers: given });
  }) as typeof fetch;
  after(() => {
    globalThis.fetch = before;
  });
  return sent;
}
