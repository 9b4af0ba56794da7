import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 26 letters of 32 are 130 bits. Servers may put an address in lower case, so all are. */
const SECRET_LENGTH = 26;

const DROP_ADDRESS = /^drop-([a-z2-7]{26})@([^@]+)$/i;

export function newSecret(): string {
  return Array.from(randomBytes(SECRET_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function addressOf(secret: string, domain: string): string {
  return `drop-${secret}@${domain}`;
}

/** The secret in an address of this domain; null: it is none. */
export function secretIn(address: string, domain: string): string | null {
  const [, secret, at] = DROP_ADDRESS.exec(address.trim().replace(/^<|>$/g, '')) ?? [];
  return secret !== undefined && at!.toLowerCase() === domain ? secret.toLowerCase() : null;
}

/** The secret addresses of this domain that stand anywhere in a text, each once. */
export function secretAddressesIn(text: string, domain: string): string[] {
  const found = text.toLowerCase().match(/\bdrop-[a-z2-7]{26}@[a-z0-9.-]+/g) ?? [];
  return [...new Set(found)].filter((address) => secretIn(address, domain) !== null);
}

/** True for an address that looks like one: it is a secret, and no person of a mail. */
export function isDropAddress(address: string): boolean {
  return DROP_ADDRESS.test(address);
}
