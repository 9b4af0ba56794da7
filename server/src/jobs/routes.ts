import { Job } from '@rapport/contract/jobs';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, refusals, wholeListOf } from '../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../platform/lists/whole-list.ts';
import * as actions from './actions.ts';

const tags = ['Jobs'];

export const schemas = [Job];

export function routes(api: Api, core: actions.JobsCore & Once): void {
  api.get(
    '/api/v2/jobs',
    {
      schema: {
        tags,
        operationId: 'listJobs',
        summary: 'List your jobs',
        description: 'The latest hundred that you began. A job is shown for 30 days after its end.',
        querystring: WholeListQuery,
        response: { 200: wholeListOf(Job), ...refusals(400, 401) },
      },
    },
    async (request) => pageOfWhole(await actions.listJobs(core, request.caller), 'uuid', request.query),
  );

  api.get(
    '/api/v2/jobs/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveJob',
        summary: 'Retrieve a job',
        description: 'How far it is: done_count of total_count.',
        params: UuidParams,
        response: { 200: dataOf(Job), ...refusals(400, 401, 404) },
      },
    },
    async (request) => envelope(await actions.getJob(core, request.caller, request.params.uuid)),
  );

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
