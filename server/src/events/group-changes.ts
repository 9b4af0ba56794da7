import { reachOf } from '../access/reach.ts';

import type { Core } from '../platform/core.ts';
import {
  beginChange,
  CHANGE_HEADER,
  changeUuidOf,
  mayWrite,
  namesChange,
} from '../platform/http/server/change-uuid.ts';
import type { Hook } from '../platform/http/server/hooks.ts';
import { Problem } from '../platform/problem.ts';
import { findStranger } from './queries.ts';

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

/** 409 for a change that is somebody else's. */
export function refuseForeignChange({ db }: Pick<Core, 'db'>): Hook {
  return async (request) => {
    if (!mayWrite(request) || !namesChange(request)) return null;
    const { caller } = request;
    if (!(await findStranger(db, reachOf(caller), changeUuidOf(request), caller.user_uuid))) return null;
    return new Problem('conflict', 'X-Change-Uuid is the change of somebody else. Make another.');
  };
}
