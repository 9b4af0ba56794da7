import { type Caller, isOfCaller } from '../access/caller.ts';
import { reachOf, wholeAccount } from '../access/reach.ts';
import { isThroughMcp } from '../access/through-mcp.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import {
  beginChange,
  CHANGE_HEADER,
  changeEnded,
  changeUuidOf,
  mayWrite,
  namesChange,
} from '../platform/http/server/change-uuid.ts';
import type { Hook } from '../platform/http/server/hooks.ts';
import { Problem } from '../platform/problem.ts';
import { findBegun } from './queries.ts';

/**
 * Gives each request that may write a change, and names it in the answer. With the header
 * X-Change-Uuid a caller groups several requests into one change. Before `findCaller`, which makes
 * the cause of events.
 */
export function nameChange({ clock }: Pick<Core, 'clock'>): Hook {
  return (request, reply) => {
    if (!mayWrite(request)) return null;
    const refusal = beginChange(request, clock.now());
    if (refusal) return refusal;
    return void reply.header(CHANGE_HEADER, changeUuidOf(request));
  };
}

/**
 * 409 for a change that is somebody else's, 400 for one that has been taken back: what is added
 * after its undo could not be taken back by it.
 */
export function refuseClosedChange({ db }: Pick<Core, 'db'>): Hook {
  return async (request) => {
    if (!mayWrite(request) || !namesChange(request)) return null;
    const { caller } = request;
    const begun = await findBegun(db, reachOf(caller), changeUuidOf(request));
    if (begun === undefined) return null;
    if (begun.actor.user_uuid !== caller.user_uuid)
      return new Problem('conflict', 'X-Change-Uuid is the change of somebody else. Make another.');
    // What an assistant adds to another's change it could not take back.
    if (isThroughMcp() && !isOfCaller(caller, begun.actor))
      return new Problem('header_invalid', 'That change was begun without this token or application.');
    return begun.is_undone ? changeEnded() : null;
  };
}

/** True for a change that this token began or proposed, or another token of its application. */
export async function isBegunBy(
  db: Queryable,
  caller: Caller,
  account_uuid: string,
  change_uuid: string,
): Promise<boolean> {
  const begun = await findBegun(db, wholeAccount(account_uuid), change_uuid);
  return [begun?.actor, begun?.proposed_by].some((one) => one != null && isOfCaller(caller, one));
}
