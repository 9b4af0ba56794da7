import { Type } from '@rapport/contract/json-schema';
import { Tag, TagMerge, TagUpdate } from '@rapport/contract/tags';
import { type Api, envelope, IfMatchHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, ETAG, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { ifMatch, setEtag } from '../../platform/http/server/etag.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../kind.ts';
import * as actions from './actions.ts';

const PATH = '/api/v2/tags';

const TagsQuery = Type.Object(
  {
    ...WholeListQuery.properties,
    account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only tags of this Account.' })),
    resource: Type.Optional(
      Type.String({ maxLength: 60, description: 'Only tags that records of this kind have.' }),
    ),
  },
  { additionalProperties: false },
);

const ONE_CHANGE =
  'All records that have it are written as one change, which can be taken back (POST /api/v2/changes/{uuid}/undo). More than 200 are written by a job: job_uuid.';

export function tagRoutes(api: Api, core: RecordsCore): void {
  const tags = ['Tags'];

  api.get(
    PATH,
    {
      schema: {
        tags,
        operationId: 'listTags',
        summary: 'List tags',
        description: 'Those that records have, by name, with their numbers. Records name them in tags.',
        querystring: TagsQuery,
        response: { 200: wholeListOf(Tag), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query }) => pageOfWhole(await actions.listTags(core, caller, query), 'uuid', query),
  );

  api.patch(
    `${PATH}/:uuid`,
    {
      schema: {
        tags,
        operationId: 'updateTag',
        summary: 'Update a tag',
        description: `Another name or colour. ${ONE_CHANGE}`,
        params: UuidParams,
        body: TagUpdate,
        headers: IfMatchHeaders,
        response: { 200: dataOf(Tag, ETAG), ...refusals(400, 401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params, body } = request;
      return envelope(setEtag(reply, await actions.updateTag(core, caller, params.uuid, body, versions)));
    },
  );

  api.post(
    `${PATH}/:uuid/merge`,
    {
      schema: {
        tags,
        operationId: 'mergeTags',
        summary: 'Merge two tags',
        description: `Records that have the tag from_uuid get this one instead. ${ONE_CHANGE}`,
        params: UuidParams,
        body: TagMerge,
        response: { 200: dataOf(Tag), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, params, body }) =>
      envelope(await actions.mergeTags(core, caller, params.uuid, body.from_uuid.toLowerCase())),
  );
}
