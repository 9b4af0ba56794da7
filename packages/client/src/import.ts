import { parametersOf } from './list-query.ts';
import type { ImportResult } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type Progress, xhrFetch } from './xhr-fetch.ts';

/**
 * A CSV file: text, bytes, a `File` of a browser, a `Blob` of `openAsBlob`, or a stream of bytes.
 */
export type CsvFile = string | Uint8Array<ArrayBuffer> | Blob | AsyncIterable<Uint8Array>;

export type ImportOptions = CallOptions & {
  /** The Account. A User of a single Account may leave it out. */
  account_uuid?: string;
  /** Checks everything and reports what would happen, but keeps nothing. */
  dry_run?: boolean;
  /** Refuses a row as a whole when one of its cells cannot be read. */
  strict?: boolean;
  /**
   * The field for each column: `{ Security: 'name', Notes: '' }`. An empty text leaves the column
   * out.
   */
  map?: Record<string, string>;
  /** Called with the number of bytes sent. `total_bytes` is null for a stream. */
  onProgress?: (progress: Progress) => void;
};

/** The number of bytes between two calls of `onProgress`. */
const PIECE_BYTES = 64 * 1024;

/**
 * Imports records from a CSV file. The result counts and explains the rows that were refused. A
 * fault of the network is not followed by a retry: give the rows an `external_id`, then send the
 * same file again.
 */
export function importRecords(send: Transport, path: string) {
  return async (file: CsvFile, options: ImportOptions = {}): Promise<ImportResult> => {
    const { account_uuid, dry_run, strict, map = {}, onProgress, signal } = options;
    const query = parametersOf({ account_uuid, dry_run, strict });
    for (const [column, field] of Object.entries(map)) query.append(`map[${column}]`, field);
    const answer = await send({
      method: 'POST',
      path,
      query,
      headers: { 'content-type': 'text/csv' },
      repeat: 'never',
      timeout_ms: Number.POSITIVE_INFINITY,
      signal,
      ...sending(file, onProgress),
    });
    return (answer.json as { data: ImportResult }).data;
  };
}

/** Returns the body and the function that sends it. */
function sending(file: CsvFile, onProgress: ImportOptions['onProgress']) {
  if (Symbol.asyncIterator in Object(file)) {
    return streamed(file as AsyncIterable<Uint8Array>, null, onProgress);
  }
  const body = file as string | Uint8Array<ArrayBuffer> | Blob;
  if (onProgress === undefined) return { body };
  // Browsers stream a body over some connections only, but XMLHttpRequest reports the progress.
  if ('XMLHttpRequest' in globalThis) return { body, fetch: xhrFetch(onProgress) };
  const blob = new Blob([body]);
  return streamed(piecesOf(blob), blob.size, onProgress);
}

function streamed(
  pieces: AsyncIterable<Uint8Array>,
  total_bytes: number | null,
  onProgress: ImportOptions['onProgress'],
) {
  const counting = counted(pieces, total_bytes, onProgress);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await counting.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await counting.return(undefined);
    },
  });
  return { body, duplex: 'half' as const };
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  total_bytes: number | null,
  onProgress: ImportOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  let sent_bytes = 0;
  for await (const piece of pieces) {
    yield piece;
    // Counted after the yield, because the reader has taken the piece by then.
    sent_bytes += piece.length;
    onProgress?.({ sent_bytes, total_bytes });
  }
}

async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    yield new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
  }
}
