import { importRecords } from './import.ts';
import type { ListQuery, ListShape } from './list-query.ts';
import { at } from './path.ts';
import type { BatchResult, EventRecord } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, crud, list } from './verbs.ts';

/** What a kind of record reads, takes and lists. */
type Kind = {
  record: object;
  create: object;
  update: object;
  list: ListShape;
  deleted: object;
  deletedList: ListShape;
};

type Outcome = BatchResult['outcomes'][number];

/** An operation of a batch, with the fields of its kind. */
export type BatchOperation<Create, Update> =
  | { action: 'create'; data: Omit<Create, 'account_uuid'> }
  | { action: 'update'; uuid: string; version?: number; data: Update }
  | { action: 'delete' | 'restore'; uuid: string; version?: number };

/** The outcome of an operation, with the record as it is now. */
export type BatchOutcome<Record> = Omit<Outcome, 'data'> & { data: Record | null };

/** The functions of a kind of record, which all kinds have alike. */
export function records<K extends Kind>(send: Transport, path: string) {
  return {
    ...crud<K['record'], K['create'], K['update'], K['list']>(send, path),
    import: importRecords(send, `${path}/import`),
    /**
     * Up to 200 creates, changes, deletes and restores in one transaction, each with its own
     * outcome.
     */
    batch: (
      batch: { account_uuid?: string; operations: BatchOperation<K['create'], K['update']>[] },
      call: CreateOption = {},
    ) =>
      create<{ account_uuid: string; outcomes: BatchOutcome<K['record']>[] }>(
        send,
        `${path}/batch`,
        batch,
        call,
      ),
    /** The records that can be restored, the last deleted first. */
    listDeleted: (
      query: ListQuery<K['deletedList']> = {} as ListQuery<K['deletedList']>,
      call: CallOptions = {},
    ) => list<K['deleted']>(send, `${path}/deleted`, query, call),
    /** Brings back a record that was deleted in the last 30 days. */
    restore: (uuid: string, call: CreateOption = {}) =>
      create<K['record']>(send, path + at`/${uuid}/restore`, undefined, call),
    /**
     * The events of one record, the newest first; with `related`, also those of records that have
     * to do with it.
     */
    events: (uuid: string, { related, ...call }: CallOptions & { related?: boolean } = {}) =>
      list<EventRecord>(send, path + at`/${uuid}/events`, related ? { related } : {}, call),
  };
}
