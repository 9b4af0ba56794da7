import { Handover, HandoverRequest } from '@rapport/contract/handovers';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../kind.ts';
import { handOver } from './actions.ts';

export function handoverRoute(api: Api, core: RecordsCore & Once): void {
  api.post(
    '/api/v2/accounts/:uuid/handovers',
    {
      schema: {
        tags: ['Accounts'],
        operationId: 'handOver',
        summary: 'Give the records of one User to another',
        description:
          'When somebody leaves or is away. One change with an event for each record, which can be taken back ' +
          '(POST /api/v2/changes/{uuid}/undo). More than 200 records are handed over by a job: 202. Needs the role admin.',
        params: UuidParams,
        body: HandoverRequest,
        headers: IdempotencyHeaders,
        response: {
          200: dataOf(Handover),
          202: dataOf(Handover),
          ...refusals(400, 401, 403, 404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const hand = (own: RecordsCore) => handOver(own, caller, params.uuid.toLowerCase(), body);
      const done = body.dry_run ? await hand(core) : await answerOnce(core, request, hand);
      if (!(done instanceof Problem) && done.job_uuid !== null) reply.code(202);
      return envelope(done);
    },
  );
}
