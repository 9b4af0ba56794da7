/** Cuts a stream of bytes into pieces of one length. */
export class Chunks {
  readonly #length: number;
  readonly #write: (position: number, bytes: Buffer) => Promise<void>;
  #held: Buffer[] = [];
  #held_bytes = 0;
  #position = 0;

  constructor(length: number, write: (position: number, bytes: Buffer) => Promise<void>) {
    this.#length = length;
    this.#write = write;
  }

  async add(bytes: Buffer): Promise<void> {
    this.#held.push(bytes);
    this.#held_bytes += bytes.length;
    if (this.#held_bytes < this.#length) return;
    let all = Buffer.concat(this.#held);
    for (; all.length >= this.#length; all = all.subarray(this.#length)) {
      await this.#write(this.#position++, all.subarray(0, this.#length));
    }
    this.#held = [Buffer.from(all)];
    this.#held_bytes = all.length;
  }

  /** Writes what is left, as the last piece. */
  async end(): Promise<void> {
    if (this.#held_bytes > 0) await this.#write(this.#position++, Buffer.concat(this.#held));
  }
}

/** The same bytes in pieces of one length, and what is left as the last one. */
export async function* inPieces(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let held_bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    held_bytes += chunk.length;
    if (held_bytes < length) continue;
    let all = Buffer.concat(held);
    for (; all.length >= length; all = all.subarray(length)) yield all.subarray(0, length);
    held = [all];
    held_bytes = all.length;
  }
  if (held_bytes > 0) yield Buffer.concat(held);
}
