import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

/** OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const NONCE_BYTES = 16;
const TAG_BYTES = 32;

/**
 * Hashes a password into a PHC string. It carries its own parameters, so that they can be raised
 * later.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await derive(password, nonce, MEMORY_KIB, PASSES, PARALLELISM, TAG_BYTES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(nonce)}$${encode(tag)}`;
}

/**
 * Whether `password` is the one behind `passwordHash`, in constant time. False for an invalid hash.
 */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(passwordHash);
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5]!, 'base64');
  const tag = await derive(
    password,
    Buffer.from(parts[4]!, 'base64'),
    memory,
    passes,
    parallelism,
    expected.length,
  );
  return timingSafeEqual(tag, expected);
}

function derive(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
) {
  // NFKC: the same password from another keyboard may arrive as other code points (NIST SP 800-63B
  // §5.1.1.2).
  const message = Buffer.from(password.normalize('NFKC'));
  return argon2Async('argon2id', {
    message,
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  }) as Promise<Buffer>;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
