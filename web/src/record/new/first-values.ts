import { useAccounts } from '../../accounts/current-account.ts';
import { useMe } from '../../fields/me.ts';
import type { RecordView } from '../../fields/view.ts';

/** The field with the User to whom a record belongs. Kinds without it belong to nobody. */
const OWNER = 'owner_uuid';

/** Returns the fields of the dialog for a new record: those of the view, and to whom it belongs. */
export function newFieldsOf({ new_fields, fields }: RecordView): string[] {
  const hasOwner = fields.some(({ name, isFixed }) => name === OWNER && !isFixed);
  return hasOwner && !new_fields.includes(OWNER) ? [...new_fields, OWNER] : new_fields;
}

/**
 * Returns the values with which the dialog of a new record begins, by the type of field: what one
 * makes on the pages belongs to oneself, and amounts are in the currency of the Account.
 */
export function useFirstValues(account_uuid: string | null): { user: string; currency: string } {
  const me = useMe() ?? '';
  const account = useAccounts().data?.find(({ uuid }) => uuid === account_uuid);
  return { user: me, currency: account?.currency ?? '' };
}
