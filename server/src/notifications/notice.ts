/** What a change of one record says to people. A kind of record makes it. */
export type Notices = {
  /** The User to whom the change gives the record. */
  given_to?: string | null;
  /** The User whose record it was before. They hear of changes by others. */
  changes_of?: string | null;
  /** Texts in which people are named by `@name`. Those who were named before hear nothing. */
  text?: { before: string; after: string };
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
