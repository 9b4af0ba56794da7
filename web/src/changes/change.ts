import type { Change } from '@rapport/contract/changes';
import { useOwnLogins } from '../accounts/own-login.ts';
import { kindNamed } from '../fields/kinds.ts';
import { changes as texts } from '../texts/changes.ts';

/** Returns `3 changed, 1 deleted`. */
export function sayCounts({ counts }: Change): string {
  return texts.what(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Returns the kinds of what a change was about, such as `Clients, Deals`. */
export function sayKinds({ resources }: Change): string {
  return resources.map((resource) => kindNamed(resource)?.label ?? sayOther(resource)).join(', ');
}

/** Something besides records, such as `webhook_subscription`. */
export function sayOther(resource: string): string {
  const known = texts.others[resource];
  if (known !== undefined) return known;
  return resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll(/[_-]/g, ' ');
}

/**
 * Returns a function that is true for a change that the User may take back now: one of their own,
 * or any for an owner or admin. The API decides the same.
 */
export function useMayUndo(): (change: Change) => boolean {
  const logins = useOwnLogins();
  return ({ account_uuid, actor, undone_by, undoable_until }) => {
    const own = logins.find((login) => login.account_uuid === account_uuid);
    if (!own || own.role === 'viewer' || undone_by !== null || undoable_until === null) return false;
    if (Date.parse(undoable_until) < Date.now()) return false;
    return own.role !== 'member' || actor.user_uuid === own.user.uuid;
  };
}
