import type { FileHandle } from 'node:fs/promises';

/** The header of a file fits into one chunk. */
const CHUNK_BYTES = 64 * 1024;

/** Reads the file without a stream, which would close the file when reading ends early. */
export async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position_bytes = 0; ; ) {
    const { buffer, bytesRead } = await file.read(
      Buffer.allocUnsafe(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      position_bytes,
    );
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position_bytes += bytesRead;
  }
}
