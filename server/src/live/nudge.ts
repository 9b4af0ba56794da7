import type { Nudge } from '@rapport/contract/live';
import type { Transaction } from '../platform/database/database.ts';

/** The channel of notes about changes. */
export const LIVE_CHANNEL = 'rapport_live';

/** More records of one kind and change are not named: a page then reads all that it shows of it. */
const NAMED_MAX = 20;

/** A note for the streams of other processes and ours: a nudge, and for whom. */
export type Note = Nudge & {
  /** The User whose own it is; null for all who can reach the Account. */
  user_uuid: string | null;
};

/**
 * Has all open pages that can reach the Account told, after the commit, that these records of a
 * kind have changed. Without a uuid it is not told which: not everybody may see them.
 */
export function nudge(
  tx: Transaction,
  change_uuid: string | null,
  changed: { resource: string; account_uuid: string; uuid: string | null }[],
): void {
  const kinds = Map.groupBy(changed, ({ resource, account_uuid }) => `${resource} ${account_uuid}`);
  const notes = [...kinds.values()].map((same) => {
    const { resource, account_uuid } = same[0]!;
    const named = same.flatMap(({ uuid }) => uuid ?? []);
    const isNamed = named.length === same.length && named.length <= NAMED_MAX;
    const uuids = isNamed ? [...new Set(named)] : null;
    return { resource, account_uuid, uuids, change_uuid, user_uuid: null };
  });
  note(tx, notes);
}

/** Has the open pages of a User told, after the commit, that something of their own has changed. */
export function nudgeUser(
  tx: Transaction,
  user_uuid: string,
  resource: string,
  change_uuid: string | null = null,
) {
  note(tx, [{ resource, account_uuid: null, uuids: null, change_uuid, user_uuid }]);
}

function note(tx: Transaction, notes: Note[]): void {
  const lines = notes.map((one) => JSON.stringify(one));
  if (lines.length > 0) tx.noteAfterCommit(LIVE_CHANNEL, lines);
}
