import type { Dispatcher } from 'undici';
import type { ConnectTimings } from '../guard/connector.ts';
import type { Connection, Connections } from './connections.ts';

/** The part of an answer that the log keeps. The rest is not read. */
export const RESPONSE_EXCERPT_MAX_BYTES = 16 * 1024;

/** The answer. A part is null when the exchange ended before it. */
export type Answer = {
  response_status: number | null;
  retry_after: string | string[] | undefined;
  first_byte_ms: number | null;
  /** The beginning of the answer's body. */
  response_excerpt: string | null;
  timings: ConnectTimings;
  /** Why it ended early; null when the answer is there, whole or cut at its longest excerpt. */
  failure: Error | 'timeout' | null;
};

type Request = Dispatcher.DispatchOptions & { origin: string };

/** Posts `body` and reads the answer. It neither throws nor lasts longer than `timeout_ms`. */
export async function exchange(
  connections: Connections,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  timeout_ms: number,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  const request: Request = { origin, path: pathname + search, method: 'POST', headers, body };
  const started_ms = performance.now();
  const connection = connections.take(origin);
  const { socket } = connection;
  const written = socket?.bytesWritten;
  const answer = await dispatch(connections, connection, request, timeout_ms);
  const isUnsent = connection.isKept && socket?.bytesWritten === written;
  if (!isUnsent || !isClosed(answer.failure)) return answer;
  // The receiver closed this idle connection, and no byte of the request was written: it is sent on
  // a new one. What was written may have been read, so it counts as an attempt in the log.
  const left_ms = timeout_ms - (performance.now() - started_ms);
  return dispatch(connections, connections.open(origin), request, left_ms);
}

/**
 * Gets a text, at most as much of it as the log would keep and one byte more would be cut: for
 * small documents. It neither throws, lasts longer than `timeout_ms`, nor follows a redirect.
 */
export async function readText(
  connections: Connections,
  url: string,
  timeout_ms: number,
): Promise<{ status: number | null; text: string | null; failure: Answer['failure'] }> {
  const { origin, pathname, search } = new URL(url);
  const headers = { accept: 'application/json' };
  const request: Request = { origin, path: pathname + search, method: 'GET', headers };
  const answer = await dispatch(connections, connections.open(origin), request, timeout_ms);
  return { status: answer.response_status, text: answer.response_excerpt, failure: answer.failure };
}

/** Takes the answer as it comes in: with `undici.request`, an exchange would cost twice as much. */
function dispatch(
  connections: Connections,
  connection: Connection,
  request: Request,
  timeout_ms: number,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const answer: Answer = { ...NO_ANSWER, timings: connection.timings };
  const started_ms = performance.now();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let hasEnded = false;
  const end = (failure: Answer['failure'], isReusable = false) => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    if (isReusable) connections.giveBack(connection);
    else connections.drop(connection);
    const response_excerpt = answer.response_status === null ? null : excerptOf(chunks);
    resolve({ ...answer, response_excerpt, failure });
  };
  const timer = setTimeout(end, timeout_ms, 'timeout');
  connection.expectAnswer();
  connection.client.dispatch(request, {
    // undici insists on this function.
    onRequestStart() {},
    onResponseStart(_controller, status, headers) {
      // A status that there is not, such as 0: undici ends the connection.
      if (status < 200) return;
      answer.response_status = status;
      answer.retry_after = headers['retry-after'];
      answer.first_byte_ms = Math.round(performance.now() - started_ms);
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Nobody needs the rest of a longer answer: the connection is ended.
      if (bytes >= RESPONSE_EXCERPT_MAX_BYTES) end(null);
    },
    onResponseEnd: () => end(null, true),
    onResponseError: (_controller, error) => end(error),
  });
  return promise;
}

const NO_ANSWER = {
  response_status: null,
  retry_after: undefined,
  first_byte_ms: null,
  response_excerpt: null,
  failure: null,
};

/** True when the failure says that the other side has closed the connection. */
function isClosed(failure: Answer['failure']): boolean {
  const code = failure instanceof Error ? (failure as NodeJS.ErrnoException).code : undefined;
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code ?? '');
}

/** The first bytes of the answer as text that can be stored. */
function excerptOf(chunks: Buffer[]): string {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return bytes.toString('utf8', 0, RESPONSE_EXCERPT_MAX_BYTES).replaceAll('\0', '\ufffd');
}
