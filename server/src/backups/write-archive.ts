import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { StartProblem } from '../platform/start-problem.ts';
import { ABOUT, type About, MANIFEST, webStream } from './archive-format.ts';

/** Writes the entries of a backup, one after the other. */
export type ArchiveWriter = {
  folder(path: string): Promise<void>;
  /** `content` must have `size` bytes. */
  file(path: string, size: number, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
};

/**
 * Writes a backup to the new file `path`: a tar, compressed with zstd and, with a passphrase,
 * encrypted with age. So common tools can read it without Rapport. Its last entry lists all others
 * with their SHA-256. On a failure, or when `fill` refuses, the file is removed.
 */
export async function writeArchive(
  path: string,
  about: About,
  fill: (archive: ArchiveWriter) => Promise<StartProblem | null>,
  passphrase: string | null,
): Promise<StartProblem | null> {
  const file = await open(path, 'wx', 0o600);
  const { readable, controller } = createTarPacker();
  const packing = pack(controller, about, fill).catch((error) => {
    controller.error(error);
    throw error;
  });
  try {
    const zstd = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const tar = Readable.fromWeb(readable);
    const target = (source: AsyncIterable<Uint8Array>) => file.writeFile(source);
    const writing = passphrase
      ? Promise.all([
          pipeline(tar, zstd),
          encrypt(zstd, passphrase).then((encrypted) => pipeline(encrypted, target)),
        ])
      : pipeline(tar, zstd, target);
    const [packed, written] = await Promise.allSettled([packing, writing]);
    if (packed.status === 'fulfilled' && packed.value) {
      await rm(path, { force: true });
      return packed.value;
    }
    // When one pipeline fails, the other fails too. The error of the writing one tells the cause.
    if (written.status === 'rejected') throw written.reason;
    if (packed.status === 'rejected') throw packed.reason;
    await file.sync();
    return null;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function pack(
  controller: ReturnType<typeof createTarPacker>['controller'],
  about: About,
  fill: (archive: ArchiveWriter) => Promise<StartProblem | null>,
): Promise<StartProblem | null> {
  const manifest: Record<string, string> = {};
  const archive: ArchiveWriter = {
    folder: async (path) => {
      await controller.add({ name: `${path}/`, type: 'directory', size: 0, mode: 0o700 }).close();
      manifest[path] = 'folder';
    },
    file: async (path, size, content) => {
      const hash = createHash('sha256');
      const writer = controller.add({ name: path, size, mode: 0o600 }).getWriter();
      for await (const chunk of content) {
        hash.update(chunk);
        // The packer takes no Buffer, only a plain Uint8Array.
        await writer.write(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      }
      await writer.close();
      manifest[path] = hash.digest('hex');
    },
  };
  await addText(archive, ABOUT, JSON.stringify(about));
  const refusal = await fill(archive);
  if (refusal) {
    controller.error(new Error(refusal.message));
    return refusal;
  }
  await addText(archive, MANIFEST, JSON.stringify(manifest));
  controller.finalize();
  return null;
}

/** Adds a short text as a file. */
export function addText(archive: ArchiveWriter, path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  return archive.file(path, bytes.length, [bytes]);
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  // Loaded on demand: every start imports this file, and the ciphers take 8 MB.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return Readable.fromWeb(
    (await encrypter.encrypt(webStream(source))) as Parameters<typeof Readable.fromWeb>[0],
  );
}
