import { bodyVariants } from './body-variants.ts';
import type { Candidate } from './claims.ts';
import { binaryOfBase64, binaryOfHex, bytesOfText, hexOfBinary } from './encodings.ts';
import { withoutPrefix } from './secrets.ts';
import { distinct, type Mishap, type Variant } from './variants.ts';

/** A guess at the mishap. It is proven when its claim is true. */
export interface Hypothesis extends Candidate {
  mishap: Mishap;
  text: string;
  /** The position of the secret, counted from 0. */
  secret_index: number;
}

/**
 * Returns every combination of possible bodies, signatures and secrets. The first has all three as
 * received.
 */
export function hypotheses(body: Uint8Array, xSignature: string, secrets: readonly string[]): Hypothesis[] {
  const signatures = signatureVariants(xSignature);
  const keys = secrets.flatMap((secret, secret_index) =>
    secretVariants(secret).map((key) => ({ ...key, secret_index })),
  );
  return bodyVariants(body).flatMap((bodyVariant) => {
    const message = bodyVariant.mishap === 'genuine' ? body : bytesOfText(bodyVariant.value);
    return signatures.flatMap((signature) =>
      keys.map((key) => {
        const mishaps = [bodyVariant, signature, key].filter(({ mishap }) => mishap !== 'genuine');
        return {
          claims: [{ key: key.value, message, macs_hex: [signature.value] }],
          mishap: mishaps[0]?.mishap ?? 'genuine',
          text: mishaps.map(({ text }) => text).join(' '),
          secret_index: key.secret_index,
        };
      }),
    );
  });
}

function signatureVariants(given: string): Variant[] {
  const remedy = 'Pass the value of X-Signature as it came: 64 lowercase hex digits.';
  const digits = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i.exec(given)?.[0] ?? '';
  return distinct([
    { value: given, mishap: 'genuine', text: '' },
    {
      value: given.toLowerCase(),
      mishap: 'signature_upper_case',
      text: `The signature is in upper case. ${remedy}`,
    },
    {
      value: hexOfBinary(binaryOfBase64(given)),
      mishap: 'signature_base64',
      text: `The signature is in base64. ${remedy}`,
    },
    {
      value: binaryOfBase64(given),
      mishap: 'double_encoded',
      text: `The signature was encoded in base64 once more. ${remedy}`,
    },
    {
      value: binaryOfHex(given),
      mishap: 'double_encoded',
      text: `The signature was encoded in hex once more. ${remedy}`,
    },
    {
      value: digits.toLowerCase(),
      mishap: 'signature_decorated',
      text: `The signature has something before or behind it, such as the header's name or "sha256=". ${remedy}`,
    },
  ]).filter(({ value }) => /^[0-9a-f]{64}$/.test(value));
}

function secretVariants(given: string): Variant[] {
  const bare = withoutPrefix(
    given
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim(),
  );
  return distinct([
    { value: withoutPrefix(given), mishap: 'genuine', text: '' },
    {
      value: bare,
      mishap: 'secret_decorated',
      text: 'The secret has white space or quotes around it. Pass its 60 characters only.',
    },
    {
      value: binaryOfBase64(bare),
      mishap: 'secret_decoded',
      text: 'X-Signature was made with the base64 decoding of the secret, which is the key of webhook-signature. Key X-Signature with the 60 characters as they are.',
    },
  ]).filter(({ value }) => value !== '');
}
