import type { CustomField } from '@rapport/contract/custom-fields';
import { CUSTOM_PREFIX, declaredListField } from '@rapport/contract/records/declared-fields';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readsAll } from '../api/queries.ts';
import { fieldFrom, isUsed } from './values/declared.ts';
import { type RecordView, useView } from './view.ts';

/** The query for the fields that the User's Accounts have declared, by kind and position. */
export const DECLARED_FIELDS = {
  ...readsAll<CustomField>(['custom-fields'], '/api/v2/custom-fields'),
  staleTime: 60_000,
};

const NONE: CustomField[] = [];

/**
 * Returns the view of this page with the fields that an Account has declared. Null is for all
 * Accounts of the User.
 */
export function useViewIn(account_uuid: string | null): RecordView {
  const view = useView();
  return useDeclared(view.plain ?? view, account_uuid);
}

/** Returns a view with the fields that an Account, or any Account of the User, has declared. */
export function useDeclared(view: RecordView, account_uuid: string | null): RecordView {
  const { data = NONE } = useQuery(DECLARED_FIELDS);
  return useMemo(() => {
    const own = data.filter(
      (field) =>
        field.resource === view.resource && (account_uuid === null || field.account_uuid === account_uuid),
    );
    return withDeclared(view, own);
  }, [view, data, account_uuid]);
}

/**
 * Returns the view with declared fields, which pages treat like those of the kind. A key to which
 * two Accounts give different types stays a key without a field. Archived fields only name values.
 */
export function withDeclared(view: RecordView, declared: CustomField[]): RecordView {
  const byKey = [...Map.groupBy(declared, ({ key }) => key).values()];
  const alike = byKey.filter((ofKey) => ofKey.every(({ type }) => type === ofKey[0]!.type)).map(merged);
  if (alike.length === 0) return view;
  const listFields = alike.map((one) => [CUSTOM_PREFIX + one.key, declaredListField(one)] as const);
  const list = { ...view.list, fields: { ...view.list.fields, ...Object.fromEntries(listFields) } };
  const fields = alike.map((one) => fieldFrom(one, list));
  const used = alike.filter(isUsed).map(({ key }) => CUSTOM_PREFIX + key);
  const needed = alike.filter((one) => isUsed(one) && one.required).map(({ key }) => CUSTOM_PREFIX + key);
  return {
    ...view,
    plain: view,
    list,
    fields: [...view.fields, ...fields],
    columns: [...view.columns, ...used],
    bulk_fields: [...view.bulk_fields, ...used],
    own_fields: used,
    required_fields: [...view.required_fields, ...needed],
  };
}

/** One field of several Accounts, with the options of all of them. */
function merged(ofKey: CustomField[]): CustomField {
  const options = new Map(ofKey.flatMap((field) => field.options).map((option) => [option.key, option]));
  const used = ofKey.find(isUsed) ?? ofKey[0]!;
  return { ...used, options: [...options.values()] };
}
