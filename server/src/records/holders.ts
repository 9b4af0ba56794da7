import { isNarrowed } from '../access/sight.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Holder } from './custom-fields/taken.ts';
import type { AnyKind } from './kind.ts';
import { findSeen } from './look-up-queries.ts';

/**
 * Who has values that must be unique, without the names and uuids of those that the caller does not
 * see: that a value is taken is all that they learn. `seen` is the database as the caller sees it.
 */
export async function maskedHolders(
  seen: Queryable,
  kind: AnyKind,
  found: Promise<Map<string, Holder>>,
): Promise<Map<string, Holder>> {
  const holders = await found;
  if (holders.size === 0 || !isNarrowed(seen)) return holders;
  const uuids = [...new Set([...holders.values()].map(({ uuid }) => uuid))];
  const shown = await findSeen(seen, kind, uuids);
  return new Map(
    [...holders].map(([value, holder]) => [
      value,
      shown.has(holder.uuid) ? holder : { ...holder, name: null },
    ]),
  );
}
