import type { Actor } from '@rapport/contract/actors';
import type { EventName } from '@rapport/contract/events';
import { type Origin, shownActor } from '../access/caller.ts';
import type { Change } from './change.ts';

/** Larger bodies are cut: receivers and their proxies commonly refuse more. */
export const BODY_MAX_BYTES = 256 * 1024;

type EventBody = {
  uuid: string;
  event: EventName;
  created_at: string;
  account_uuid: string;
  request_id: string;
  change_uuid: string | undefined;
  because_of: Origin['because_of'];
  proposal: Origin['proposal'];
  actor: Required<Actor>;
  data: object;
  previous: Record<string, unknown> | null;
  changed_fields: string[];
  merged_into_uuid: string | undefined;
  merged_from_uuid: string | undefined;
  truncated?: true;
};

/**
 * Makes the delivery body. It is stored as text, because every attempt of every subscription must
 * send the same bytes. `url` is the address of the record, for a body that must be cut: then the
 * whole is kept beside it, for an undo.
 */
export function eventBody(
  change: Change,
  uuid: string,
  created_at: string,
  cause: Origin,
  url: string,
): { body: string; uncut: string | null } {
  const body: EventBody = {
    uuid,
    event: change.event,
    created_at,
    account_uuid: change.account_uuid,
    request_id: cause.request_id,
    change_uuid: cause.change_uuid,
    // Left out of the JSON while undefined, as below.
    because_of: cause.because_of,
    proposal: cause.proposal,
    actor: shownActor(cause),
    data: change.record,
    previous: change.previous,
    changed_fields: change.previous === null ? [] : Object.keys(change.previous),
    merged_into_uuid: change.merged_into_uuid,
    merged_from_uuid: change.merged_from_uuid,
  };
  const text = JSON.stringify(body);
  if (text.length * 3 <= BODY_MAX_BYTES || Buffer.byteLength(text) <= BODY_MAX_BYTES) {
    return { body: text, uncut: null };
  }
  const data = { uuid: change.record.uuid, url };
  const cut = JSON.stringify({ ...body, data, previous: change.previous && {}, truncated: true });
  return { body: cut, uncut: text };
}
