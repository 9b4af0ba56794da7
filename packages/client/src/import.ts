import { parametersOf } from './list-query.ts';
import type { ImportResult } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type Progress, xhrFetch } from './xhr-fetch.ts';

/** A CSV file: text, bytes, a `File` of a browser or of `openAsBlob`, or a stream of bytes. */
export type CsvFile = string | Uint8Array<ArrayBuffer> | Blob | AsyncIterable<Uint8Array>;

export type ImportOptions = CallOptions & {
  /** The Account; may be left out by a User of a single one. */
  account_uuid?: string;
  /** Check everything, say what would happen, keep nothing. */
  dry_run?: boolean;
  /**
   * The field for each column: `{ Security: 'name', Notes: '' }`; an empty text leaves the column
   * out.
   */
  map?: Record<string, string>;
  /** Told how much has been sent. `total_bytes` is null for a stream. */
  onProgress?: (progress: Progress) => void;
};

/** How much goes out between two words about the progress. */
const PIECE_BYTES = 64 * 1024;

/**
 * Imports records from a CSV file. Rows that are refused are counted and told in the result. After
 * a fault of the network it is not tried again by itself: give the rows an `external_id`, then the
 * same file can be sent again.
 */
export function importRecords(send: Transport, path: string) {
  return async (file: CsvFile, options: ImportOptions = {}): Promise<ImportResult> => {
    const { account_uuid, dry_run, map = {}, onProgress, signal } = options;
    const query = parametersOf({ account_uuid, dry_run });
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

/** The body and how to send it. */
function sending(file: CsvFile, onProgress: ImportOptions['onProgress']) {
  if (Symbol.asyncIterator in Object(file)) {
    return streamed(file as AsyncIterable<Uint8Array>, null, onProgress);
  }
  const body = file as string | Uint8Array<ArrayBuffer> | Blob;
  if (onProgress === undefined) return { body };
  // Browsers send streams over some connections only, but XMLHttpRequest tells how far it is.
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
    // Behind the yield: the piece has been taken by then.
    sent_bytes += piece.length;
    onProgress?.({ sent_bytes, total_bytes });
  }
}

async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    yield new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
  }
}
