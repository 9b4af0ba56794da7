import type { Queryable } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { AnyKind } from '../kind.ts';
import { findByName } from '../look-up-queries.ts';
import type { Resolved } from './rules.ts';

/**
 * Finds the records that cells name: by uuid, else by external_id, else by exact name. A name that
 * several records have is a fault, because nobody can say which is meant. Users are named by uuid.
 */
export async function resolveCells(
  tx: Queryable,
  kinds: readonly AnyKind[],
  account_uuid: string,
  namings: { resource: string; cell: string }[],
): Promise<Resolved> {
  const resolved: Resolved = new Map();
  for (const { kind, resource, table, name } of nameable(kinds)) {
    const cells = namings
      .filter((naming) => naming.resource === resource && !isUuid(naming.cell))
      .map(({ cell }) => cell);
    if (cells.length === 0) continue;
    const found = await findByName(tx, { kind, table, name }, account_uuid, cells);
    for (const cell of cells) resolved.set(`${resource} ${cell}`, outcomeOf(resource, cell, found.get(cell)));
  }
  return resolved;
}

/** The kinds by their names, with the parts they hold that can be named. */
function nameable(kinds: readonly AnyKind[]) {
  return kinds.flatMap((kind) => [
    { kind, resource: kind.definition.name, table: kind.table, name: kind.definition.named_by },
    ...Object.entries(kind.holds ?? {}).map(([resource, { table, name }]) => ({
      kind: null,
      resource,
      table,
      name,
    })),
  ]);
}

function outcomeOf(
  resource: string,
  cell: string,
  uuids: string[] = [],
): { uuid: string } | { fault: string } {
  if (uuids.length === 1) return { uuid: uuids[0]! };
  const shown = cell.length > 100 ? `${cell.slice(0, 100)}…` : cell;
  return uuids.length === 0
    ? { fault: `No ${resource} of the Account has the external_id or the name "${shown}". Create it first.` }
    : {
        fault: `Several ${resource}s have the name "${shown}". Write the uuid or the external_id of the one you mean.`,
      };
}
