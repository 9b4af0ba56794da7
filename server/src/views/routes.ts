import { Type } from '@rapport/contract/json-schema';
import { View, ViewCreate, ViewUpdate } from '@rapport/contract/views';
import {
  type Api,
  envelope,
  IdempotencyHeaders,
  IfMatchHeaders,
  IfNoneMatchHeaders,
  UuidParams,
} from '../platform/http/api/api.ts';
import { answerCreated } from '../platform/http/api/created.ts';
import { createdOf, dataOf, ETAG, refusals, UNCHANGED, wholeListOf } from '../platform/http/api/openapi.ts';
import { ifMatch, setEtag } from '../platform/http/server/etag.ts';
import { answerOnce, type Once } from '../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../platform/lists/whole-list.ts';
import { Problem } from '../platform/problem.ts';
import * as actions from './actions.ts';

const PATH = '/api/v2/views';

const ViewsQuery = Type.Object(
  {
    ...WholeListQuery.properties,
    account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only views of this Account.' })),
    resource: Type.Optional(Type.String({ maxLength: 100, description: 'Only views of this kind.' })),
  },
  { additionalProperties: false },
);

export const schemas = [View];

export function routes(api: Api, core: actions.ViewsCore & Once): void {
  const tags = ['Views'];

  api.get(
    PATH,
    {
      schema: {
        tags,
        operationId: 'listViews',
        summary: 'List views',
        description:
          'Your own, and those shared in your Accounts, in your own order. GET /api/v2/deals?view=UUID runs one of deals.',
        querystring: ViewsQuery,
        response: { 200: wholeListOf(View), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query }) => {
      const views = await actions.listViews(core, caller, query);
      return views instanceof Problem ? views : pageOfWhole(views, 'uuid', query);
    },
  );

  api.post(
    PATH,
    {
      schema: {
        tags,
        operationId: 'createView',
        summary: 'Create a view',
        description: 'A view of your own. To share it needs the role member.',
        body: ViewCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(View, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const created = await answerOnce(core, request, (once) =>
        actions.createView({ ...core, ...once }, caller, body),
      );
      return answerCreated(reply, core, PATH, setEtag(reply, created));
    },
  );

  api.get(
    `${PATH}/:uuid`,
    {
      schema: {
        tags,
        operationId: 'retrieveView',
        summary: 'Retrieve a view',
        params: UuidParams,
        headers: IfNoneMatchHeaders,
        response: { 200: dataOf(View, ETAG), 304: UNCHANGED, ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) =>
      envelope(setEtag(reply, await actions.getView(core, request.caller, request.params.uuid))),
  );

  api.patch(
    `${PATH}/:uuid`,
    {
      schema: {
        tags,
        operationId: 'updateView',
        summary: 'Update a view',
        description:
          'Your own, or a shared one as an owner or admin of the Account. pinned and position are always your own.',
        params: UuidParams,
        body: ViewUpdate,
        headers: IfMatchHeaders,
        response: { 200: dataOf(View, ETAG), ...refusals(400, 401, 403, 404, 412, 422) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params, body } = request;
      return envelope(setEtag(reply, await actions.updateView(core, caller, params.uuid, body, versions)));
    },
  );

  api.delete(
    `${PATH}/:uuid`,
    {
      schema: {
        tags,
        operationId: 'deleteView',
        summary: 'Delete a view',
        description: 'Your own, or a shared one as an owner or admin of the Account. No record changes.',
        params: UuidParams,
        headers: IfMatchHeaders,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const refusal = await actions.deleteView(core, request.caller, request.params.uuid, versions);
      return refusal ?? reply.code(204).send();
    },
  );
}
