import { randomUUIDv7 } from 'node:crypto';

/** A new UUIDv7 (RFC 9562 §5.7): it sorts by time, so that indexes grow at one end. */
export function newUuid(): string {
  return randomUUIDv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
