import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

/**
 * The recommendation of OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one
 * lane.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const NONCE_BYTES = 16;

/**
 * Hashes a password into a PHC string. The string has the parameters in it, so that a later release
 * can raise them.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const { memory, passes, parallelism } = COST;
  const tag = await derive(password, nonce, COST);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/**
 * True when `password` has the hash `passwordHash`; compares in constant time. False for a
 * malformed hash.
 */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(passwordHash);
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5]!, 'base64');
  const cost = { memory, passes, parallelism, tagLength: expected.length };
  const tag = await derive(password, Buffer.from(parts[4]!, 'base64'), cost);
  return timingSafeEqual(tag, expected);
}

function derive(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  // NFKC, because another keyboard may send other code points for the same password (NIST SP
  // 800-63B §5.1.1.2).
  const message = Buffer.from(password.normalize('NFKC'));
  return argon2Async('argon2id', { message, nonce, ...cost }) as Promise<Buffer>;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
