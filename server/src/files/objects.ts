import { Readable } from 'node:stream';
import { loadLater } from '../platform/process/load-later.ts';

/** Loaded with the first object: it is a twelfth of the memory of an idle server (0058). */
const undici = loadLater<typeof import('undici')>('undici');

/** A storage of objects elsewhere, as S3 speaks. Keys are of our own making. */
export type ObjectStore = {
  /** Keeps bytes under a key. The storage refuses bytes of another SHA-256. */
  put(key: string, bytes: Readable, known: { size_bytes: number; sha256: string }): Promise<void>;
  /** The bytes from `start` to before `end`. */
  read(key: string, start: number, end: number): Promise<AsyncIterable<Buffer>>;
  remove(key: string): Promise<void>;
};

export type ObjectStoreSettings = {
  /** The address of the bucket, without a slash at its end. */
  url: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
};

/** A storage that is silent for longer is down. */
const SILENCE_MAX_MS = 60_000;

/** A storage that speaks S3, with the bucket in the path. */
export function s3(settings: ObjectStoreSettings): ObjectStore {
  const send = async (method: 'GET' | 'PUT' | 'DELETE', key: string, asked: Asked) => {
    const { AwsV4Signer } = await import('aws4fetch');
    const { headers, url } = await new AwsV4Signer({
      method,
      url: `${settings.url}/${key}`,
      headers: { 'x-amz-content-sha256': asked.sha256 ?? EMPTY_SHA256, ...asked.headers },
      accessKeyId: settings.access_key_id,
      secretAccessKey: settings.secret_access_key,
      region: settings.region,
      service: 's3',
    }).sign();
    const answer = await undici().request(url, {
      method,
      headers: { ...Object.fromEntries(headers), ...asked.unsigned },
      body: asked.body ?? null,
      headersTimeout: SILENCE_MAX_MS,
      bodyTimeout: SILENCE_MAX_MS,
    });
    if (asked.expected.includes(answer.statusCode)) return answer.body;
    const said = (await answer.body.text()).slice(0, 300);
    throw new Error(`the storage of files answers ${method} with ${answer.statusCode}: ${said}`);
  };
  return {
    put: async (key, body, { size_bytes, sha256 }) => {
      const unsigned = { 'content-length': String(size_bytes) };
      const answer = await send('PUT', key, { body, sha256, unsigned, expected: [200, 201, 204] });
      await answer.dump();
    },
    read: async (key, start, end) => {
      if (start >= end) return Readable.from([]);
      return send('GET', key, { headers: { range: `bytes=${start}-${end - 1}` }, expected: [206] });
    },
    remove: async (key) => {
      // What is not there need not be removed.
      const answer = await send('DELETE', key, { expected: [200, 204, 404] });
      await answer.dump();
    },
  };
}

type Asked = {
  body?: Readable;
  sha256?: string;
  headers?: Record<string, string>;
  unsigned?: Record<string, string>;
  expected: number[];
};

/** The SHA-256 of no bytes at all, which a request without a body has. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
