import { randomUUID } from 'node:crypto';

/** The number of uuids in one millisecond that the twelve bits of rand_a can count. */
const COUNTED_MAX = 4096;

let latest_ms = 0;
let made = 0;
/** The uuids of one millisecond have the same beginning, so it is written once. */
let prefix = { ms: -1, text: '' };

/**
 * Makes a UUIDv7 (RFC 9562 §5.7) for this time. It sorts by time, so indexes grow at one end, and
 * lists have the newest first. UUIDs that this process makes within one millisecond are counted
 * (§6.2), so they sort in order. Pass the times of one clock only: another clock restarts the
 * count.
 */
export function newUuid(now: Date): string {
  made = now.getTime() === latest_ms ? made + 1 : 0;
  latest_ms = now.getTime();
  // When the count is full, it continues in the next millisecond. Only a stopped clock gets there.
  const time_ms = latest_ms + Math.floor(made / COUNTED_MAX);
  if (time_ms !== prefix.ms) {
    const time = time_ms.toString(16).padStart(12, '0');
    prefix = { ms: time_ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  const count = (made % COUNTED_MAX).toString(16).padStart(3, '0');
  // The rest is random, from the variant bits on.
  return `${prefix.text}${count}-${randomUUID().slice(19)}`;
}

/** Makes a UUIDv7 of any clock. Within a millisecond its order is random. */
export function loneUuid(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * True for a UUID in lower case, the only form that we write. For identifiers that others treat as
 * opaque, such as a client_id.
 */
export function isCanonicalUuid(text: string): boolean {
  return isUuid(text) && text === text.toLowerCase();
}

/** True for a UUID that contains the time at which it was made (RFC 9562 §5.7). */
export function isUuidV7(uuid: string): boolean {
  return uuid[14] === '7';
}

/** The smallest UUIDv7 of a moment. UUIDs made earlier are smaller. */
export function firstUuidAt(moment: Date): string {
  const hex = Math.max(moment.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time at which a UUIDv7 was made. */
export function madeAt(uuid: string): Date {
  return new Date(Number.parseInt(uuid.replace('-', '').slice(0, 12), 16));
}
