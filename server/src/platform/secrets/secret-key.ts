import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface SecretKey {
  /**
   * Encrypts values that must be readable again, such as signing secrets (AES-256-GCM; nonce, tag
   * and ciphertext in one value). `context` is the uuid of the record: a ciphertext moved to
   * another record does not decrypt.
   */
  encrypt(plaintext: string, context: string): Buffer;
  decrypt(ciphertext: Buffer, context: string): string;
  /**
   * The HMAC-SHA-512 of `text`, which only holders of the key can compute. Each `purpose` gives
   * different values.
   */
  mac(purpose: string, text: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The shortest RAPPORT_SECRET_KEY: 32 characters of random hex or base64 have at least 128 bits.
 */
export const SECRET_KEY_MIN_LENGTH = 32;

/** Makes a RAPPORT_SECRET_KEY of 256 random bits, in 43 characters. */
export function newSecretKeyText(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Derives the key from `text`, the RAPPORT_SECRET_KEY, by HKDF-SHA-256. Any long random text is
 * usable.
 */
export function secretKeyFrom(text: string): SecretKey {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'rapport secrets at rest', 32));
  const macKey = Buffer.from(hkdfSync('sha256', text, '', 'rapport authentication codes', 32));
  return {
    encrypt(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    decrypt(ciphertext, context) {
      const nonce = ciphertext.subarray(0, NONCE_BYTES);
      const tag = ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return (
        decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },
    mac: (purpose, text) => createHmac('sha512', macKey).update(`${purpose}\0${text}`).digest(),
  };
}
