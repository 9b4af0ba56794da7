import { json } from './json.ts';
import { at } from './path.ts';
import type { Created } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { list, post } from './verbs.ts';

/** What two records have in common that makes them likely the same. */
export type MatchWay = 'emails' | 'phones' | 'domain' | 'name';

/**
 * Two records that are likely the same. Of one kind, the older one comes first, and they can be
 * merged. The second may be of another kind, which `resources` names.
 */
export type Duplicate<Record> = {
  resources: [string, string];
  records: [Record, Record | { uuid: string; account_uuid: string; name: string; [field: string]: unknown }];
  because: MatchWay[];
};

/** A record that looks like one that is about to be written. It may be of another kind. */
export type Similar = { resource: string; uuid: string; name: string; because: MatchWay[] };

/** Returns the functions of the kinds whose records are compared. */
export function matching<Record, Update>(send: Transport, path: string) {
  return {
    /** Lists pairs of records that are likely the same, the newest first. */
    duplicates: (
      query: { account_uuid?: string; limit?: number; cursor?: string } = {},
      call: CallOptions = {},
    ) => list<Duplicate<Record>>(send, `${path}/duplicates`, query, call),
    /** Finds records that look like one with these fields. Nothing is written. */
    similar: (fields: Partial<Created<Update>>, call: CallOptions = {}) =>
      post<Similar[]>(send, `${path}/similar`, fields, call),
    /** Says that two records are not the same, or with `distinct: false` forgets it. */
    tellApart: async (
      uuid: string,
      other: { other_uuid: string; distinct?: boolean },
      call: CallOptions = {},
    ): Promise<void> => {
      const own = path + at`/${uuid}/distinct`;
      await send({ method: 'POST', path: own, repeat: 'never', mayBeEmpty: true, ...json(other), ...call });
    },
  };
}
