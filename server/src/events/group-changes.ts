import type { FastifyInstance } from 'fastify';
import { accountsOf } from '../access/rules.ts';
import type { Core } from '../platform/core.ts';
import {
  beginChange,
  CHANGE_HEADER,
  changeUuidOf,
  mayWrite,
  namesChange,
} from '../platform/http/server/change-uuid.ts';
import { Problem } from '../platform/problem.ts';
import { findStranger } from './queries.ts';

/**
 * Makes each request of `api` that may write a change, and names it in the answer. With the header
 * X-Change-Uuid a caller groups several requests into one change: 409 when it is somebody else's.
 * Call it before `requireCaller`, which makes the cause of events.
 */
export function groupChanges(api: FastifyInstance, { db, clock }: Core): void {
  api.addHook('onRequest', async (request, reply) => {
    if (!mayWrite(request)) return;
    const refusal = beginChange(request, clock.now());
    if (refusal) return reply.send(refusal);
    reply.header(CHANGE_HEADER, changeUuidOf(request));
  });

  api.addHook('preHandler', async (request, reply) => {
    if (!mayWrite(request) || !namesChange(request)) return;
    const { caller } = request;
    if (await findStranger(db, accountsOf(caller), changeUuidOf(request), caller.user_uuid)) {
      return reply.send(
        new Problem('conflict', 'X-Change-Uuid is the change of somebody else. Make another.'),
      );
    }
  });
}
