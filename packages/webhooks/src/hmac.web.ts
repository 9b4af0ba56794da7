import type { Candidate, Claim } from './claims.ts';
import { binaryOfHex, bytesOfBinary } from './encodings.ts';

/**
 * Returns the first candidate whose claims are all true, or undefined. Compares in constant time.
 */
export async function firstMatch<C extends Candidate>(candidates: readonly C[]): Promise<C | undefined> {
  for (const candidate of candidates) {
    const verdicts = await Promise.all(candidate.claims.map(isTrue));
    if (verdicts.every(Boolean)) return candidate;
  }
  return undefined;
}

async function isTrue({ key, message, macs_hex }: Claim): Promise<boolean> {
  const hmacSha256 = { name: 'HMAC', hash: 'SHA-256' };
  const keyBytes = bytesOfBinary(key);
  const cryptoKey = await crypto.subtle.importKey('raw', keyBytes, hmacSha256, false, ['verify']);
  const verdicts = macs_hex.map((mac_hex) =>
    crypto.subtle.verify(
      'HMAC',
      cryptoKey,
      bytesOfBinary(binaryOfHex(mac_hex)),
      message as Uint8Array<ArrayBuffer>,
    ),
  );
  return (await Promise.all(verdicts)).some(Boolean);
}
