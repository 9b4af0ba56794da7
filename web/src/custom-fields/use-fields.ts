import type { CustomField } from '@rapport/contract/custom-fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { requestChange } from '../api/request.ts';
import { DECLARED_FIELDS } from '../fields/declared-fields.ts';
import { undeclaredKeys } from '../fields/known-keys.ts';
import { sayOf } from '../layout/draft.ts';
import { notifyProblems } from '../layout/notify.ts';
import { customFields as texts } from '../texts/custom-fields.ts';

/** Reads the fields that an Account has given to a kind, in their order. */
export function useFields(account_uuid: string | null, resource: string) {
  const { data, error, refetch } = useQuery(DECLARED_FIELDS);
  const fields = data
    ?.filter((field) => field.account_uuid === account_uuid && field.resource === resource)
    .sort((a, b) => a.position - b.position);
  return { fields, error, refetch };
}

/** Reads the keys that records have and no field declares, the most used first. */
export function useUndeclaredKeys(account_uuid: string, resource: string) {
  return useQuery(undeclaredKeys(account_uuid, resource));
}

/** Returns a function that reads the fields again, and what pages show by them. */
export function useFieldsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['custom-fields'] });
}

/** Resolves with the change that was made, which can be undone. */
export type ChangeField = (field: CustomField, body: Partial<CustomField>) => Promise<string | null>;

/**
 * Returns a function that changes a field. After a refusal it shows the reason and returns null.
 */
export function useChangeField(): ChangeField {
  const isChanged = useFieldsChanged();
  return async (field, body) => {
    try {
      const options = { body, version: field.version };
      const path = `/api/v2/custom-fields/${field.uuid}`;
      return (await requestChange('PATCH', path, options)).change_uuid;
    } catch (refusal) {
      notifyProblems(refusal, (why) => sayOf(texts.label, why));
      return null;
    } finally {
      await isChanged();
    }
  };
}
