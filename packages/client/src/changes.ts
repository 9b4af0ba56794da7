import { at } from './path.ts';
import type { Change, ChangeInFull, Event } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, retrieve } from './verbs.ts';

/** The outcome of an undo, or the job that does it when there is much to do. */
export type Undone = {
  change_uuid: string | null;
  job_uuid?: string;
  undone?: number;
  kept?: { resource: string; uuid: string; field: string | null; reason: string }[];
  kept_count?: number;
};

type InAccount = { account_uuid?: string };

/** Returns the functions about changes: what a person or program did in one go. */
export function changes(send: Transport) {
  return {
    /** Lists the changes in the User's Accounts, the newest first. */
    list: (query: { account_uuid?: string; limit?: number; cursor?: string } = {}, call: CallOptions = {}) =>
      list<Change>(send, '/api/v2/changes', query, call),
    /** Reads a change. `account_uuid` is needed only when it is in several Accounts. */
    retrieve: (uuid: string, { account_uuid, ...call }: CallOptions & InAccount = {}) => {
      const query = account_uuid ? at`?account_uuid=${account_uuid}` : '';
      return retrieve<ChangeInFull>(send, at`/api/v2/changes/${uuid}` + query, call);
    },
    /** Lists what a change did to each record, in its order. */
    listEvents: (
      uuid: string,
      query: { limit?: number; cursor?: string } & InAccount = {},
      call: CallOptions = {},
    ) => list<Event>(send, at`/api/v2/changes/${uuid}/events`, query, call),
    /** Takes a change back. With `dry_run` it only says what would happen. */
    undo: (uuid: string, request: { dry_run?: boolean } & InAccount = {}, call: CreateOption = {}) =>
      create<Undone>(send, at`/api/v2/changes/${uuid}/undo`, request, call),
  };
}
