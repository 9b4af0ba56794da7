import { randomUUIDv7 } from 'node:crypto';

/** A new UUIDv7 (RFC 9562 §5.7): it sorts by time, so that indexes grow at one end. */
export function newUuid(): string {
  return randomUUIDv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a text is a UUID as we write it, in lower case: for what is an opaque identifier to others, such as a client_id. */
export function isCanonicalUuid(text: string): boolean {
  return isUuid(text) && text === text.toLowerCase();
}

/** Whether a UUID is one that holds the time at which it was made (RFC 9562 §5.7). */
export function isUuidV7(uuid: string): boolean {
  return uuid[14] === '7';
}

/** The least UUIDv7 of a moment: those made earlier are less, those made then or later are not. */
export function firstUuidAt(moment: Date): string {
  const hex = Math.max(moment.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** When a UUIDv7 was made, by the machine that made it. */
export function madeAt(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));
}
