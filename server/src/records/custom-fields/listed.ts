import { isByKey, type ListDefinition, type ListField } from '@rapport/contract/list-definition';
import { CUSTOM_PREFIX, declaredListField } from '@rapport/contract/records/declared-fields';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { Reach } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { queryInvalid } from '../../platform/lists/filters.ts';
import { LIST_TYPES } from '../../platform/lists/list-types.ts';
import type { Problem } from '../../platform/problem.ts';
import { type DeclaredField, declaredIn } from './declared.ts';

/**
 * The list of a kind with the fields that these Accounts have declared, if the query names any. 400
 * when two of the Accounts give one key two types.
 */
export async function listWithDeclared(
  db: Queryable,
  list: ListDefinition,
  resource: string,
  reach: Reach,
  query: Record<string, unknown>,
): Promise<ListDefinition | Problem> {
  if (query.include === 'amounts' && !list.amount && query.sum === undefined) return noSum();
  const named = customNamesIn(query);
  if (!list.fields.custom || (named.size === 0 && query.sum === undefined)) return list;
  const declared = await declaredIn(db, reach, resource);
  const used = declared.filter(({ key }) => named.has(CUSTOM_PREFIX + key));
  for (const [key, ofKey] of Map.groupBy(used, (field) => field.key)) {
    if (ofKey.some(({ type }) => type !== ofKey[0]!.type)) return twoTypes(key);
  }
  return withSum(withFields(list, used), query);
}

/** The custom fields that a query filters, sorts or adds up by, such as `custom.seats`. */
function customNamesIn(query: Record<string, unknown>): Set<string> {
  const sorts = String(query.sort ?? '').split(',');
  const filters = Object.keys(query).map((name) => /^filter\[([^[\]]+)\]/.exec(name)?.[1] ?? '');
  const names = [...sorts.map((name) => name.replace(/^-/, '')), String(query.sum ?? ''), ...filters];
  return new Set(names.filter((name) => name.startsWith(CUSTOM_PREFIX)));
}

/**
 * The lists of these Accounts, each with all fields that the Account has declared for the kind. For
 * what was saved earlier and may name any of them.
 */
export async function listsOf(
  db: Queryable,
  reach: Reach,
): Promise<(definition: RecordDefinition, account_uuid: string) => ListDefinition> {
  const declared = await declaredIn(db, reach);
  return ({ name, list }, account_uuid) => {
    const own = declared.filter((one) => one.account_uuid === account_uuid && one.resource === name);
    return withFields(list, own);
  };
}

function withFields(list: ListDefinition, declared: DeclaredField[]): ListDefinition {
  const fields = { ...list.fields };
  for (const [key, ofKey] of Map.groupBy(declared, (field) => field.key))
    fields[CUSTOM_PREFIX + key] = listedField(ofKey);
  return { ...list, fields };
}

/** The list with the custom field that it is to add up. 400 for one that has no numbers. */
function withSum(list: ListDefinition, { sum }: Record<string, unknown>): ListDefinition | Problem {
  if (sum === undefined) return list;
  const field = Object.hasOwn(list.fields, String(sum)) ? list.fields[String(sum)] : undefined;
  if (field?.declared && LIST_TYPES[field.type].isNumber) {
    return { ...list, amount: { field: String(sum), currency: null } };
  }
  const detail = 'sum must be custom.KEY of a custom field of the type number or money.';
  return queryInvalid([{ pointer: 'sum', code: 'not_in_list', detail }]);
}

/** One field of several Accounts, with the options of all of them. */
function listedField(ofKey: DeclaredField[]) {
  const options = ofKey.flatMap((field) => field.options);
  const isArchived = ofKey.every(({ archived_at }) => archived_at !== null);
  const field: ListField = {
    ...declaredListField({ ...ofKey[0]!, options }),
    label: ofKey[0]!.label,
    ...(isArchived && { archived: ofKey[0]!.label }),
  };
  if (isByKey(field)) return field;
  return { ...field, declared: Object.fromEntries(ofKey.map((one) => [one.account_uuid, one.uuid])) };
}

function noSum(): Problem {
  const detail = 'These records have no amount of their own. Name a custom number or amount: sum=custom.KEY.';
  return queryInvalid([{ pointer: 'sum', code: 'required', detail }]);
}

function twoTypes(key: string): Problem {
  const detail = `Your Accounts give custom.${key} different types. Add account_uuid, for the records of one.`;
  return queryInvalid([{ pointer: 'account_uuid', code: 'required', detail }]);
}
