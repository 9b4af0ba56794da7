import type { TaskReminder } from '@rapport/contract/records/tasks';

/** What is due, for whom, and how long before they want to know. */
export type Due = {
  user_uuid: string;
  due_on: string | null;
  due_at: string | null;
  lead: Exclude<TaskReminder, 'none'>;
};

/** What a change of one record says to people. A kind of record makes it. */
export type Notices = {
  /** The User to whom the change gives the record. */
  given_to?: string | null;
  /** The User whose record it was before. They hear of changes by others. */
  changes_of?: string | null;
  /** Texts in which people are named by `@name`. Those who were named before hear nothing. */
  text?: { before: string; after: string };
  /** The reminder that it has from now on; null: none. Without it the reminder stays as it was. */
  reminder?: Due | 'renamed' | null;
};

/** A change of a record, with what it says to people. */
export type Telling = {
  event: string;
  account_uuid: string;
  record: { uuid: string };
  /** What people call the record. */
  title?: string;
  notices?: Notices | null;
};
