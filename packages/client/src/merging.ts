import { at } from './path.ts';
import type { Transport } from './transport.ts';
import { type CreateOption, create } from './verbs.ts';

/** Whose value a field gets: of the record that stays, or of the one that goes. */
export type Take = 'into' | 'from';

/** A merge. A field that `take` does not name keeps its value, or is filled if it is empty. */
export type Merge<Update> = {
  from_uuid: string;
  take?: { [Field in keyof Update]?: Take };
  /** True: answer what would come of it, and change nothing. */
  dry_run?: boolean;
};

/** The outcome of a merge. `moved` counts the records that named the one which is gone. */
export type Merged<Record> = { record: Record; moved: { resource: string; count: number }[] };

/** Returns the functions of the kinds whose records can be merged. */
export function merging<Record, Update>(send: Transport, path: string) {
  return {
    /** Merges another record into this one. The other one is deleted, and leads here. */
    merge: (uuid: string, merge: Merge<Update>, call: CreateOption = {}) =>
      create<Merged<Record>>(send, path + at`/${uuid}/merge`, merge, call),
  };
}
