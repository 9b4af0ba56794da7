import type { SearchHit } from '@rapport/contract/records/search';
import type { Caller } from '../../access/caller.ts';
import type { Reach } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What is searched along with the records, though it is no kind of record. */
export type Beside = {
  /** What stands in `resource`. */
  name: string;
  /** The kinds of record by which some of it is found. */
  found_by: readonly string[];
  search: (
    db: Queryable,
    who: Pick<Caller, 'user_uuid'> & { reach: Reach },
    /** `records`: the uuids of records of `found_by` that have the words of `q`. */
    asked: { q: string; records: string[]; limit: number },
  ) => Promise<SearchHit[]>;
};
