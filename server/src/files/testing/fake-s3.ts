import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ObjectStoreSettings } from '../objects.ts';

/** A storage as S3 speaks, in memory: it checks signatures, lengths and SHA-256. */
export type FakeS3 = {
  settings: ObjectStoreSettings;
  objects: Map<string, Buffer>;
  /** What it answers instead, such as a storage that is down; null: what is right. */
  instead: number | null;
  stop(): Promise<void>;
};

const REGION = 'test-1';
const KEY = { id: 'AKTEST', secret: 'a secret of a test' };

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(request, response));
  const fake: FakeS3 = {
    settings: { url: '', region: REGION, access_key_id: KEY.id, secret_access_key: KEY.secret },
    objects,
    instead: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const end = (status: number, text: Buffer | string = '') => response.writeHead(status).end(text);
    if (fake.instead !== null) return end(fake.instead, '<Error/>');
    if (!isSigned(request)) return end(403, '<Code>SignatureDoesNotMatch</Code>');
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
      return end(400, '<Code>XAmzContentSHA256Mismatch</Code>');
    const key = request.url!.replace('/bucket/', '');
    const object = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, body);
      return end(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return end(204);
    }
    if (!object) return end(404, '<Code>NoSuchKey</Code>');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    return end(206, object.subarray(Number(first), Number(last) + 1));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  fake.settings.url = `http://127.0.0.1:${port}/bucket`;
  return fake;
}

/** True for a request with a right signature (AWS Signature Version 4, in headers). */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, id, day, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/test-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== KEY.id || !day) return false;
  const canonical = [
    ...[method, url, ''],
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', names, headers['x-amz-content-sha256']],
  ].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const hmac = (key: string | Buffer, of: string) => createHmac('sha256', key).update(of).digest();
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEY.secret}`);
  return hmac(key, text).toString('hex') === signature;
}
