import type { EventName } from '@rapport/contract/events';
import type { Notices } from '../notifications/notice.ts';

/** A change of a record, before it becomes an event. */
export type Change = {
  event: EventName;
  account_uuid: string;
  /** The record as the API answers it; for a deleted record, its last state. */
  record: { uuid: string };
  /** By what it is known who may hear of it, where that is not the record. */
  about_uuid?: string;
  /** Old values of the changed fields; null when the record was created or deleted. */
  previous: Record<string, unknown> | null;
  /** Of a merge: the record into which a deleted one was merged, or the one that was merged. */
  merged_into_uuid?: string;
  merged_from_uuid?: string;
  /** Other records of the Account whose history shows the event. */
  subjects?: string[];
  /** What people call the record, and what the change says to them. */
  title?: string;
  notices?: Notices | null;
};
