import { importRecords } from './import.ts';
import type { ListQuery, ListShape } from './list-query.ts';
import { at } from './path.ts';
import type { BatchResult, BulkRequest, BulkStarted, Created, Deleted, EventRecord } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, crud, list } from './verbs.ts';

type Outcome = BatchResult['outcomes'][number];

/** An operation of a batch, with the fields of its kind. */
export type BatchOperation<Update> =
  | { action: 'create'; data: Update }
  | { action: 'update'; uuid: string; version?: number; data: Update }
  | { action: 'delete' | 'restore'; uuid: string; version?: number };

/** The outcome of an operation. `data` is the record after the operation. */
export type BatchOutcome<Record> = Omit<Outcome, 'data'> & { data: Record | null };

/** Returns the functions that all kinds of record have. */
export function records<Record, Update, List extends ListShape, DeletedList extends ListShape>(
  send: Transport,
  path: string,
) {
  return {
    ...crud<Record, Created<Update>, Update, List>(send, path),
    import: importRecords(send, `${path}/import`),
    /**
     * Runs up to 200 operations in one transaction: create, update, delete and restore. Each has an
     * outcome of its own.
     */
    batch: (
      batch: { account_uuid?: string; operations: BatchOperation<Update>[] },
      call: CreateOption = {},
    ) =>
      create<{ account_uuid: string; outcomes: BatchOutcome<Record>[] }>(send, `${path}/batch`, batch, call),
    /**
     * Has a job do one thing to many records, named or all of a list, as one change. Follow the
     * job, and take the change back if need be.
     */
    bulk: (bulk: Omit<BulkRequest, 'data'> & { data?: Update }, call: CreateOption = {}) =>
      create<BulkStarted>(send, `${path}/bulk`, bulk, call),
    /** Lists the records that can be restored, the last deleted first. */
    listDeleted: (query = {} as ListQuery<DeletedList>, call: CallOptions = {}) =>
      list<Deleted<Record>>(send, `${path}/deleted`, query, call),
    /** Restores a record that was deleted in the last 30 days. */
    restore: (uuid: string, call: CreateOption = {}) =>
      create<Record>(send, path + at`/${uuid}/restore`, undefined, call),
    /**
     * Lists the events of a record, the newest first. `related` adds the events of records that are
     * linked to it.
     */
    events: (uuid: string, { related, ...call }: CallOptions & { related?: boolean } = {}) =>
      list<EventRecord>(send, path + at`/${uuid}/events`, related ? { related } : {}, call),
  };
}
