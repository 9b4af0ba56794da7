import type { ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import type { Caller } from '../access/caller.ts';
import { momentOf } from '../access/days.ts';
import type { Reach } from '../access/reach.ts';
import { reachIn } from '../access/rules.ts';
import { seenBy } from '../access/sight.ts';

import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { queryInvalid } from '../platform/lists/filters.ts';
import { type ListQuery, type ListRequest, parseListQuery } from '../platform/lists/list-query.ts';
import { readKeptQuery } from '../platform/lists/saved-query.ts';
import { Problem } from '../platform/problem.ts';
import { findView } from '../views/actions.ts';
import { listWithDeclared } from './custom-fields/listed.ts';
import type { AnyKind } from './kind.ts';
import { withMergedIds } from './merge/merged.ts';
import { withSpelledTags } from './tags/spelling.ts';

/** What a query of a list asks for. */
export type AskedList = {
  reach: Reach;
  list: ListRequest;
  /** The list of the kind with the custom fields that the query names. */
  definition: ListDefinition;
  /** What a saved view asks that the list no longer has. */
  ignored: FieldError[];
};

/**
 * Reads the query of a list: its own filters, those of a saved view, and custom fields. 400 for
 * what the list does not take, 404 for an Account or a view of somebody else.
 */
export async function readList(
  { db, clock }: Core,
  kind: AnyKind,
  caller: Caller,
  query: ListQuery,
): Promise<AskedList | Problem> {
  const { view: view_uuid, ...own } = query;
  const view = view_uuid === undefined ? null : await findViewOf(db, kind, caller, String(view_uuid), own);
  if (view instanceof Problem) return view;
  const narrowed = view ? { ...own, account_uuid: view.account_uuid } : own;
  const moment = momentOf({ clock }, caller, narrowed.account_uuid);
  const reach = reachIn(caller, narrowed.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const { list: listOfKind, name } = kind.definition;
  const asked = view ? { ...Object.fromEntries(new URLSearchParams(view.query)), ...narrowed } : narrowed;
  const definition = await listWithDeclared(db, listOfKind, name, reach, asked);
  if (definition instanceof Problem) return definition;
  const saved = view ? readKeptQuery(definition, view.query, moment) : undefined;
  const list = parseListQuery(definition, narrowed, moment, saved);
  if (list instanceof Problem) return list;
  const spelled = await withSpelledTags(db, reach, list.conditions);
  const conditions = await withMergedIds(seenBy(db, reach), kind, reach, spelled);
  return { reach, list: { ...list, conditions }, definition, ignored: saved?.faults ?? [] };
}

/** The view that a list runs. Refused when it shows another kind, or another Account. */
async function findViewOf(
  db: Queryable,
  { definition }: AnyKind,
  caller: Caller,
  uuid: string,
  { account_uuid }: ListQuery,
) {
  const view = await findView(db, caller, uuid);
  if (view instanceof Problem) return view;
  const fault = (detail: string) => queryInvalid([{ pointer: 'view', code: 'not_allowed', detail }]);
  if (view.resource !== definition.name)
    return fault(`view is one of ${view.resource} records, and this is the list of ${definition.plural}.`);
  if (account_uuid !== undefined && account_uuid.toLowerCase() !== view.account_uuid)
    return fault('view belongs to another Account than account_uuid.');
  return view;
}
