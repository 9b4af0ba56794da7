import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { Tag, TagMerge, TagUpdate } from '@rapport/contract/tags';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { WholeListQuery } from '../../platform/lists/whole-list.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import type { RecordsCore } from '../kind.ts';
import * as actions from './actions.ts';

const PATH = '/api/v2/tags';

const TagsQuery = Closed({
  ...WholeListQuery.properties,
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only tags of this Account.' })),
  resource: Type.Optional(
    Type.String({ maxLength: 60, description: 'Only tags that records of this kind have.' }),
  ),
});

const ONE_CHANGE =
  'All records that have it are written as one change, which can be taken back (POST /api/v2/changes/{uuid}/undo). More than 200 are written by a job: job_uuid.';

export function tagRoutes(api: Api, core: RecordsCore & ResourceCore): void {
  const tags = ['Tags'];

  resourceRoutes(api, core, {
    path: PATH,
    tags,
    name: 'Tag',
    words: 'tag',
    schema: Tag,
    isVersioned: true,
    list: {
      description: 'Those that records have, by name, with their numbers. Records name them in tags.',
      querystring: TagsQuery,
      refused: [404],
      act: (caller, query) => actions.listTags(core, caller, query),
    },
    update: {
      description: `Another name or colour. ${ONE_CHANGE}`,
      body: TagUpdate,
      refused: [403, 409],
      act: (...change) => actions.updateTag(core, ...change),
    },
  });

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
