import { useLogins } from '../../accounts/logins.ts';
import type { RecordData } from '../../fields/data.ts';
import type { Field } from '../../fields/values/field.ts';
import { choicesOf } from '../../fields/values/field-types.ts';
import { useView } from '../../fields/view.ts';
import type { Choices } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';

/** Returns a function that returns what one chooses from in a field of this record. */
export function useFieldChoices(record: RecordData): (field: Field) => Choices | undefined {
  const own = useView().useChoices?.(record) ?? {};
  const owners = useOwners(record);
  return (field) => own[field.name] ?? choicesOf(field, owners);
}

/** Returns the members of the Account, and the owner of the record even if no longer a member. */
function useOwners({ account_uuid, owner_uuid }: RecordData): Record<string, string> {
  const logins = useLogins().filter((login) => login.account_uuid === account_uuid);
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  if (owner_uuid && logins.length > 0) owners[owner_uuid] ??= records.noMember;
  return owners;
}
