import { isGroupable, type ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { VIEWS_MAX, type View, type ViewUpdate } from '@rapport/contract/views';
import type { Caller } from '../access/caller.ts';
import { may, reachOf } from '../access/reach.ts';
import { refuseUnless } from '../access/rules.ts';
import type { Moment } from '../platform/lists/moment.ts';
import { archived, readKeptQuery, readSavedQuery } from '../platform/lists/saved-query.ts';
import { Problem } from '../platform/problem.ts';
import type { ViewRow } from './queries.ts';

/** True when a change is only about the caller's own menu. */
export function isMarkOnly(given: ViewUpdate): boolean {
  return Object.keys(given).every((field) => field === 'pinned' || field === 'position');
}

/**
 * Null when the caller may change or delete the view: their own, or as an owner or admin one that
 * is shared. Sharing needs the role member.
 */
export function refuseChange(caller: Caller, view: ViewRow, given: ViewUpdate): Problem | null {
  const isMaker = view.owner_uuid === caller.user_uuid;
  const isManager = may(reachOf(caller), view.account_uuid, 'manage_records');
  if (!isMaker && !isManager) {
    const detail =
      'Only who made it, and owners and admins of the Account, change a shared view. Save it as a view of your own.';
    return new Problem('role_insufficient', detail);
  }
  if (!isMaker && given.shared === false) {
    const detail = 'Only who made a view takes it back for themself. Delete it if nobody needs it.';
    return new Problem('role_insufficient', detail);
  }
  const isShared = given.shared ?? view.shared;
  return isShared ? refuseUnless(caller, view.account_uuid, 'write_records', 'view') : null;
}

export function refuseMore(count: number): Problem | null {
  if (count < VIEWS_MAX) return null;
  const detail = `You have made ${VIEWS_MAX} views in this Account, the most that are kept. Delete one first.`;
  return new Problem('limit_reached', detail);
}

/**
 * The faults of a view that its schema does not know: a query, a column or groups that its list
 * lacks, or a board that its kind has not. The list has what the Account declared.
 */
export function viewFaults(
  definition: RecordDefinition,
  list: ListDefinition,
  { query, columns, layout, group_by }: Pick<ViewUpdate, 'query' | 'columns' | 'layout' | 'group_by'>,
  moment: Moment,
): FieldError[] {
  const isField = (name: string) =>
    name.startsWith('custom.') || Object.hasOwn(definition.schema.properties, name);
  const unknown = (pointer: string, name: string): FieldError[] =>
    isField(name)
      ? []
      : [{ pointer, code: 'not_found', detail: `${pointer}: ${definition.plural} have no field ${name}.` }];
  return [
    ...readSavedQuery(list, query ?? '', moment).faults.map(({ code, detail }) => ({
      pointer: '/query',
      code,
      detail: `/query: ${detail}`,
    })),
    ...(columns ?? []).flatMap(({ field }, index) => unknown(`/columns/${index}/field`, field)),
    ...(layout === 'board' && !definition.has_board ? [noBoard(definition)] : []),
    ...(group_by && !groupableIn(list).includes(group_by) ? [noGroups(definition, list)] : []),
  ];
}

function noBoard({ plural }: RecordDefinition): FieldError {
  const detail = `/layout: ${plural} have no board. Their views are of the layout table.`;
  return { pointer: '/layout', code: 'not_in_list', detail };
}

function noGroups({ plural }: RecordDefinition, list: ListDefinition): FieldError {
  const possible = groupableIn(list).filter((name) => list.fields[name]!.archived === undefined);
  const detail = `/group_by: ${plural} are grouped by ${possible.join(', ')}, or null for no groups.`;
  return { pointer: '/group_by', code: 'not_in_list', detail };
}

function notGrouped({ fields }: ListDefinition, name: string): View['faults'][number] {
  const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined;
  const detail = `A table cannot be grouped by "${label ?? name}".`;
  return { pointer: 'group_by', code: 'not_allowed', detail };
}

/** The fields by which the list can be grouped, also archived ones. */
function groupableIn({ fields }: ListDefinition): string[] {
  return Object.keys(fields).filter((name) => isGroupable(fields[name]!));
}

/** What a kept view asks that its list no longer has, such as an archived field or its column. */
export function goneFrom(
  list: ListDefinition,
  { query, columns, group_by }: Pick<ViewRow, 'query' | 'columns' | 'group_by'>,
  moment: Moment,
): View['faults'] {
  const isGrouped = group_by === null || groupableIn(list).includes(group_by);
  const archivedAt = (pointer: string, name: string): View['faults'] => {
    const label = Object.hasOwn(list.fields, name) ? list.fields[name]?.archived : undefined;
    return label === undefined ? [] : [{ pointer, code: 'not_allowed', detail: archived(label) }];
  };
  return [
    ...readKeptQuery(list, query, moment).faults,
    ...(columns ?? []).flatMap(({ field }) => archivedAt(`columns[${field}]`, field)),
    ...(group_by ? archivedAt('group_by', group_by) : []),
    ...(isGrouped ? [] : [notGrouped(list, group_by)]),
  ];
}

/** The query in the form in which it is kept: every value escaped, and nothing empty. */
export function asKept(query: string): string {
  const parameters = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  return new URLSearchParams(parameters).toString();
}
