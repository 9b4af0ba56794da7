import { importRecords } from './import.ts';
import type { ListQuery, ListShape } from './list-query.ts';
import { at } from './path.ts';
import type { BatchResult, EventRecord } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, crud, list } from './verbs.ts';

/** The types of a kind of record: to read, to write and to list. */
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

/** The outcome of an operation. `data` is the record after the operation. */
export type BatchOutcome<Record> = Omit<Outcome, 'data'> & { data: Record | null };

/** Returns the functions that all kinds of record have. */
export function records<K extends Kind>(send: Transport, path: string) {
  return {
    ...crud<K['record'], K['create'], K['update'], K['list']>(send, path),
    import: importRecords(send, `${path}/import`),
    /**
     * Runs up to 200 operations in one transaction: create, update, delete and restore. Each has an
     * outcome of its own.
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
    /** Lists the records that can be restored, the last deleted first. */
    listDeleted: (
      query: ListQuery<K['deletedList']> = {} as ListQuery<K['deletedList']>,
      call: CallOptions = {},
    ) => list<K['deleted']>(send, `${path}/deleted`, query, call),
    /** Restores a record that was deleted in the last 30 days. */
    restore: (uuid: string, call: CreateOption = {}) =>
      create<K['record']>(send, path + at`/${uuid}/restore`, undefined, call),
    /**
     * Lists the events of a record, the newest first. `related` adds the events of records that are
     * linked to it.
     */
    events: (uuid: string, { related, ...call }: CallOptions & { related?: boolean } = {}) =>
      list<EventRecord>(send, path + at`/${uuid}/events`, related ? { related } : {}, call),
  };
}
