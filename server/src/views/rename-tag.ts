import { fold } from '@rapport/contract/fold';
import type { Transaction } from '../platform/database/database.ts';
import { joinValues, splitValues } from '../platform/lists/filters.ts';
import { type Cause, changeQueries } from './changed-views.ts';
import * as queries from './queries.ts';

/** A tag that its records have under another name from now on. */
export type Renamed = { from: string; to: string };

/**
 * Gives all views of an Account that filter by the tag its new name, as a part of the change. Else
 * they would find nothing.
 */
export async function renameTagInViews(tx: Transaction, cause: Cause, renamed: Renamed): Promise<void> {
  const views = await queries.lockByFilter(tx, cause.account_uuid, 'tags');
  const changed = views
    .map(({ uuid, query }) => ({ uuid, before: query, after: withTag(query, renamed) }))
    .filter(({ before, after }) => after !== before);
  await changeQueries(tx, cause, changed);
}

/**
 * A query with the new name of a tag in its filters, in whatever spelling it has the former one.
 */
function withTag(query: string, { from, to }: Renamed): string {
  const parameters = new URLSearchParams(query);
  const renamed = (name: string) => (fold(name) === fold(from) ? to : name);
  let isChanged = false;
  for (const [parameter, given] of [...parameters]) {
    const [, operator] = /^filter\[tags\](?:\[(eq|ne|in)\])?$/.exec(parameter) ?? [null, null];
    if (operator === null) continue;
    const names = operator === 'in' ? splitValues(given) : [given];
    const after = names.map(renamed);
    if (after.every((name, index) => name === names[index])) continue;
    parameters.set(parameter, operator === 'in' ? joinValues([...new Set(after)]) : after[0]!);
    isChanged = true;
  }
  return isChanged ? parameters.toString() : query;
}
