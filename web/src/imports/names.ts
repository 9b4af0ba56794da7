import { useLogins } from '../accounts/logins.ts';
import { useViews } from '../fields/view.ts';

/** The people of an Account, as choices. */
export function usePeople(account_uuid: string): { value: string; label: string }[] {
  const people = useLogins().filter((login) => login.account_uuid === account_uuid);
  return people.map(({ user_uuid, user }) => ({ value: user_uuid, label: user.name }));
}

/** The stages of an Account by uuid. */
export function useStages(account_uuid: string): Record<string, string> {
  const { deal } = useViews();
  return deal!.groups!.useChoices(account_uuid);
}

/** The names of Users and stages by uuid. */
export function useNames(account_uuid: string): Record<string, string> {
  const people = usePeople(account_uuid);
  return {
    ...useStages(account_uuid),
    ...Object.fromEntries(people.map(({ value, label }) => [value, label])),
  };
}
