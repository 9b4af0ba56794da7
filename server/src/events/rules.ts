import type { Actor, EventName } from '@rapport/contract/events';
import type { Cause } from '../access/caller.ts';

/** A change of a record, before it is an event. */
export type Change = {
  event: EventName;
  account_uuid: string;
  /** The record as the API returns it; its last state when it was deleted. */
  record: { uuid: string };
  /** Old values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
};

/** Larger bodies are cut: receivers and their proxies commonly refuse more. */
export const BODY_MAX_BYTES = 256 * 1024;

type EventBody = {
  uuid: string;
  event: EventName;
  created_at: string;
  account_uuid: string;
  request_id: string;
  actor: Actor;
  data: object;
  previous: Record<string, unknown> | null;
  changed_fields: string[];
  truncated?: true;
};

/**
 * The bytes of the delivery body, as text. They are fixed here for good: every attempt of every subscription sends the same.
 * `url` is where the record can be read, for a body that must be cut.
 */
export function eventBody(
  change: Change,
  uuid: string,
  created_at: string,
  cause: Cause,
  url: string,
): string {
  const body: EventBody = {
    uuid,
    event: change.event,
    created_at,
    account_uuid: change.account_uuid,
    request_id: cause.request_id,
    actor: cause.actor,
    data: change.record,
    previous: change.previous,
    changed_fields: change.previous === null ? [] : Object.keys(change.previous),
  };
  const text = JSON.stringify(body);
  if (text.length * 3 <= BODY_MAX_BYTES || Buffer.byteLength(text) <= BODY_MAX_BYTES) return text;
  const data = { uuid: change.record.uuid, url };
  return JSON.stringify({ ...body, data, previous: change.previous && {}, truncated: true });
}

/** Names and old values of the fields that differ, `updated_at` and `version` aside, or null when nothing does. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> | null {
  const previous: Record<string, unknown> = {};
  for (const field of Object.keys(after)) {
    if (field === 'updated_at' || field === 'version') continue;
    if (!sameJson(before[field], after[field])) previous[field] = before[field];
  }
  return Object.keys(previous).length > 0 ? previous : null;
}

/** Equality of JSON values; the order of keys does not count, because PostgreSQL keeps its own. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
