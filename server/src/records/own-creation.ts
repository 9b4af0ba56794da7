import type { Caller } from '../access/caller.ts';
import { seesOwnerless } from '../access/sight.ts';
import type { AnyKind } from './kind.ts';

/**
 * The fields of a new record. Who does not see records of nobody owns what they make without an
 * owner: they could not see it otherwise.
 */
export function withOwner<Fields extends object>(
  kind: AnyKind,
  caller: Caller,
  account_uuid: string,
  given: Fields,
): Fields {
  const { owner_uuid = null } = given as { owner_uuid?: string | null };
  if (kind.definition.seen_by !== 'level' || owner_uuid !== null) return given;
  if (seesOwnerless(caller, account_uuid)) return given;
  return { ...given, owner_uuid: caller.user_uuid };
}
