import {
  ACCESS_LEVELS,
  type AccessByRole,
  type AccessLevel,
  LEVELED_KINDS,
  NARROWED_ROLES,
  type Ownerless,
  type RoleLevels,
} from '@rapport/contract/access';
import type { FieldError } from '@rapport/contract/problems';

/** What is kept of the access of an Account: the roles that are narrowed. */
export type KeptAccess = { version: number; levels: Partial<AccessByRole>; ownerless?: Ownerless };

/** The levels of each role, also of those that are not narrowed. */
export function allLevels({ levels }: Pick<KeptAccess, 'levels'>): AccessByRole {
  const all = Object.fromEntries(LEVELED_KINDS.map((kind) => [kind, { see: 'all', change: 'all' }]));
  const ofRole = (role: (typeof NARROWED_ROLES)[number]) => ({ ...all, ...levels[role] }) as RoleLevels;
  return Object.fromEntries(NARROWED_ROLES.map((role) => [role, ofRole(role)])) as AccessByRole;
}

/** Only what narrows is kept, so that an Account that narrows nothing costs nothing. */
export function keptLevels(levels: AccessByRole): Partial<AccessByRole> {
  const isNarrow = (role: (typeof NARROWED_ROLES)[number]) =>
    Object.values(levels[role]).some(({ see, change }) => see !== 'all' || change !== 'all');
  return Object.fromEntries(NARROWED_ROLES.filter(isNarrow).map((role) => [role, levels[role]]));
}

/** Whoever changes a record sees it. */
export function accessFaults(levels: AccessByRole): FieldError[] {
  const isWider = (change: AccessLevel, see: AccessLevel) =>
    ACCESS_LEVELS.indexOf(change) < ACCESS_LEVELS.indexOf(see);
  return NARROWED_ROLES.flatMap((role) =>
    Object.entries(levels[role]).flatMap(([kind, { see, change }]): FieldError[] => {
      const pointer = `/levels/${role}/${kind}/change`;
      const detail = `${pointer} is wider than what a ${role} sees. Let them see more, or change less.`;
      return isWider(change, see) ? [{ pointer, code: 'wrong_value', detail }] : [];
    }),
  );
}
