import { Job } from '@rapport/contract/jobs';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, refusals } from '../platform/http/api/openapi.ts';
import { answerOnce } from '../platform/idempotency/actions.ts';
import { type ResourceCore, resourceRoutes } from '../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

const tags = ['Jobs'];

export const schemas = [Job];

export function routes(api: Api, core: actions.JobsCore & ResourceCore): void {
  resourceRoutes(api, core, {
    path: '/api/v2/jobs',
    tags,
    name: 'Job',
    words: 'job',
    schema: Job,
    list: {
      summary: 'List your jobs',
      description: 'The latest hundred that you began. A job is shown for 30 days after its end.',
      act: (caller) => actions.listJobs(core, caller),
    },
    retrieve: {
      description: 'How far it is: done_count of total_count.',
      act: (...one) => actions.getJob(core, ...one),
    },
  });

  api.post(
    '/api/v2/jobs/:uuid/cancel',
    {
      schema: {
        tags,
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description: 'What it has done stays done. It stops after the step that is under way.',
        params: UuidParams,
        headers: IdempotencyHeaders,
        response: { 200: dataOf(Job), ...refusals(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { caller, params } = request;
      return envelope(
        await answerOnce(core, request, (core) => actions.cancelJob(core, caller, params.uuid)),
      );
    },
  );
}
