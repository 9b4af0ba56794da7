import { sayCount } from './records.ts';

/** The names of a kind of record, and the two texts that each kind words for itself. */
type Kind = {
  /** `Client` */
  one: string;
  /** `Clients` */
  many: string;
  /** The fields that the search looks in, as the placeholder names them. */
  search: string;
  /** An explanation of the kind, for a User who has no such record yet. */
  what: string;
};

/**
 * The labels of all fields of a kind: `Labels<typeof DEAL>`. Without one of them the pages do not
 * compile. Further words, such as those of parts of a field, may stand beside them.
 */
export type Labels<D extends { fields: object }> = Record<
  Exclude<keyof D['fields'] & string, 'stages'> | 'account_uuid' | 'created_at' | 'updated_at',
  string
> &
  Record<string, string>;

export type RecordTexts = ReturnType<typeof recordTexts>;

/** Returns the texts of the pages of a kind, with its name put in. */
export function recordTexts({ one, many, search, what }: Kind) {
  const counted = (count: number) => `${count.toLocaleString()} ${count === 1 ? one : many}`;
  return {
    one,
    title: many,
    table: `Table of ${many}`,
    total: (count: number) => `${sayCount(count)} ${count === 1 ? one : many}`,
    search: `Search ${search}`,
    create: `New ${one}`,
    emptyTitle: `No ${many} yet`,
    empty: `${what} Import a file, or create the first by hand.`,
    emptyToRead: `${what} Your role lets you read them; a member adds them.`,
    noneOpenTitle: `No open ${many}`,
    noneOpen: `${many} that are open appear here. Look at all ${many} to see the others.`,
    none: `No ${one} matches these words and filters.`,
    showAll: `Show all ${many}`,
    bulkTitle: (count: number) => `Edit ${counted(count)}`,
    deleteTitle: (count: number) => `Delete ${counted(count)}?`,
    deleteHint: `Deleted ${many} can be restored for 30 days: now with Undo, later under “Deleted ${many}” above the list, or over the API.`,
    deleted: (count: number) => `${counted(count)} deleted.`,
    edited: (count: number) => `${counted(count)} changed.`,
    restored: (count: number) => `${counted(count)} restored.`,
    refused: (count: number, all: number, why: string) =>
      all === 1 ? why : `${count} of ${all} ${many} were not changed, and stay selected. The first: ${why}`,
    notDeleted: `There is no ${one} here that was deleted in the last 30 days.`,
    accountRequired: `Choose the Account to which the ${one} belongs.`,
    trash: {
      title: `Deleted ${many}`,
      about: `Deleted ${many} stay here for 30 days. A restored ${one} is as it was before.`,
      readOnly: `Your role lets you read ${many}. A member, an admin or an owner can restore them.`,
      search: `Search the deleted ${many}`,
      idTaken: (id: string) =>
        `Another ${one} has the external id “${id}” now. Change it there, then restore this one.`,
      showOther: `Show that ${one}`,
      empty: `No ${one} was deleted in the last 30 days.`,
      none: `No deleted ${one} matches these words.`,
      showAll: `Show all deleted ${many}`,
    },
  };
}
