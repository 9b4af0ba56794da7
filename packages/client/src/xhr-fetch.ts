/** The progress of an upload. `total_bytes` is null when the length is not known. */
export type Progress = { sent_bytes: number; total_bytes: number | null };

/** The part of the browser's XMLHttpRequest that is used here. The types of Node do not have it. */
interface Xhr {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  status: number;
  responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

/**
 * Returns a `fetch` for uploads that uses XMLHttpRequest, because only that reports how much of the
 * body has been sent.
 */
export function xhrFetch(onProgress: (progress: Progress) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      // A signal that was aborted before fires no event for a new listener.
      init.signal?.throwIfAborted();
      const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => Xhr };
      const xhr = new XMLHttpRequest();
      xhr.open(init.method ?? 'GET', String(url));
      for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent_bytes: loaded, total_bytes: total });
      xhr.onload = () => {
        const headers = new Headers(headerPairs(xhr.getAllResponseHeaders()));
        resolve(new Response(xhr.responseText, { status: xhr.status, headers }));
      };
      xhr.onerror = () => reject(new TypeError('The upload failed.'));
      xhr.onabort = () => reject(init.signal?.reason);
      init.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send(init.body);
    });
}

function headerPairs(lines: string): [string, string][] {
  return lines
    .trim()
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
}
