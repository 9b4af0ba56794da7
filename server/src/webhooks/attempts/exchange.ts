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

/**
 * Posts `body` and reads the answer. A receiver cannot make this throw or last longer than
 * `timeout_ms`.
 */
export function exchange(
  connections: Connections,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  timeout_ms: number,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  return new Promise((done) => {
    const request = { origin, path: pathname + search, method: 'POST', headers, body } as const;
    new Exchange(connections, request, timeout_ms, done).begin();
  });
}

/**
 * Takes the answer as it comes in. `undici.request` would give a stream with a signal to end it.
 * That costs as much again as the whole exchange, and nearly all answers are one short piece.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #connections: Connections;
  readonly #request: Dispatcher.DispatchOptions & { origin: string };
  readonly #done: (answer: Answer) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #started_ms = performance.now();
  #connection: Connection;
  #ended = false;
  #status: number | null = null;
  #retry_after: string | string[] | undefined;
  #first_byte_ms: number | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    connections: Connections,
    request: Dispatcher.DispatchOptions & { origin: string },
    timeout_ms: number,
    done: (answer: Answer) => void,
  ) {
    this.#connections = connections;
    this.#connection = connections.take(request.origin);
    this.#request = request;
    this.#done = done;
    this.#timer = setTimeout(() => this.#endEarly('timeout'), timeout_ms);
  }

  begin(): void {
    this.#connection.client.dispatch(this.#request, this);
  }

  // undici asks for it.
  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An interim answer (RFC 9110 §15.2): the final one is still to come.
    if (status < 200) return;
    this.#status = status;
    this.#retry_after = headers['retry-after'];
    this.#first_byte_ms = Math.round(performance.now() - this.#started_ms);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // We owe a longer answer no more than that: the connection is ended.
    if (this.#bytes >= RESPONSE_EXCERPT_MAX_BYTES) this.#endEarly(null);
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#connections.giveBack(this.#connection);
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#ended) return;
    this.#connections.drop(this.#connection);
    // The receiver closed this idle connection before we could know. The attempt has not failed: it
    // is made once more, on a new connection.
    if (this.#connection.isKept && this.#status === null && isClosed(error)) {
      this.#connection = this.#connections.open(this.#request.origin);
      this.begin();
    } else this.#end(error);
  }

  #endEarly(failure: Answer['failure']): void {
    this.#end(failure);
    this.#connections.drop(this.#connection);
  }

  #end(failure: Answer['failure']): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#done({
      response_status: this.#status,
      retry_after: this.#retry_after,
      first_byte_ms: this.#first_byte_ms,
      response_excerpt: this.#status === null ? null : excerptOf(this.#chunks),
      timings: this.#connection.timings,
      failure,
    });
  }
}

/** The codes of a connection that the other side has closed. */
function isClosed({ code = '' }: Error & { code?: string }): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
}

/** The first bytes of the answer as text that can be stored. */
function excerptOf(chunks: Buffer[]): string {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return bytes.toString('utf8', 0, RESPONSE_EXCERPT_MAX_BYTES).replaceAll('\0', '\ufffd');
}
