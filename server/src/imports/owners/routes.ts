import { Handover } from '@rapport/contract/handovers';
import { Type } from '@rapport/contract/json-schema';
import { KeptOwner, KeptOwnerChoice } from '@rapport/contract/kept-owners';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../../records/kind.ts';

const PATH = '/api/v2/accounts/:uuid/kept-owners';
const tags = ['Imports'];

/** Loaded with the first request, as all of imports. */
const actions = () => import('./actions.ts');

export function keptOwnerRoutes(api: Api, core: RecordsCore & Once): void {
  api.get(
    PATH,
    {
      schema: {
        tags,
        operationId: 'listKeptOwners',
        summary: 'List the Users whom imported records name as their owner',
        description:
          'An import keeps the name of an owner who is no User yet. When somebody of that name or address has joined, they are listed here. Needs the role admin.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(KeptOwner), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) => {
      const owners = await (await actions()).listKeptOwners(core, caller, params.uuid.toLowerCase());
      return pageOfWhole(owners, 'user_uuid', query);
    },
  );
  api.post(
    `${PATH}/assign`,
    {
      schema: {
        tags,
        operationId: 'assignKeptOwner',
        summary: 'Give a User the records that name them as their owner',
        description:
          'Of the records that are of nobody, or of whom the import chose instead. One change with an event for each record, which can be taken back ' +
          '(POST /api/v2/changes/{uuid}/undo). More than 200 records are assigned by a job: 202. Needs the role admin.',
        params: UuidParams,
        body: KeptOwnerChoice,
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
      const assign = (await actions()).assignKeptOwner;
      const done = await answerOnce(core, request, (own) =>
        assign({ ...core, ...own }, caller, params.uuid.toLowerCase(), body.user_uuid),
      );
      if (!(done instanceof Problem) && done.job_uuid !== null) reply.code(202);
      return envelope(done);
    },
  );
  api.post(
    `${PATH}/decline`,
    {
      schema: {
        tags,
        operationId: 'declineKeptOwner',
        summary: 'Say that a User is not whom imported records name',
        description: 'They are not listed any more. No record changes. Needs the role admin.',
        params: UuidParams,
        body: KeptOwnerChoice,
        response: { 204: Type.Null({ description: 'It was noted.' }), ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async ({ caller, params, body }, reply) => {
      const act = (await actions()).declineKeptOwner;
      const done = await act(core, caller, params.uuid.toLowerCase(), body.user_uuid);
      return done ?? reply.code(204).send(null);
    },
  );
}
