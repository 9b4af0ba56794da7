import { Readable } from 'node:stream';
import {
  CustomField,
  CustomFieldConversion,
  CustomFieldConvert,
  CustomFieldCreate,
  CustomFieldFit,
  CustomFieldPreview,
  CustomFieldUpdate,
  CustomFieldVersion,
  UndeclaredKey,
} from '@rapport/contract/custom-fields';
import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { NARROW_SCOPES } from '@rapport/contract/scopes';
import { type Api, envelope, IdempotencyHeaders, NoQuery, UuidParams } from '../../platform/http/api/api.ts';
import { answerAccepted } from '../../platform/http/api/created.ts';
import { acceptedOf, dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import { resourceRoutes } from '../../platform/resources/resource-routes.ts';
import type { RecordsCore } from '../kind.ts';
import * as actions from './actions.ts';
import { convertField, createField } from './declare.ts';
import { type Description, describeFields } from './described.ts';
import { failingValues, previewField } from './preview.ts';

const PATH = '/api/v2/custom-fields';

const tags = ['Custom fields'];
const ROLE = 'Needs the role admin.';

const ListQuery = Closed({
  ...WholeListQuery.properties,
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only those of this Account.' })),
  resource: Type.Optional(Type.String({ maxLength: 60, description: 'Only those of this kind of record.' })),
});

const KeysQuery = Closed({ ...ListQuery.properties, resource: CustomFieldPreview.properties.resource });

export function customFieldRoutes(api: Api, core: RecordsCore & Once): void {
  resourceRoutes(api, core, {
    path: PATH,
    tags,
    name: 'CustomField',
    words: 'custom field',
    schema: CustomField,
    isVersioned: true,
    list: {
      description: 'Of all your Accounts, or of one with account_uuid, by kind and position.',
      querystring: ListQuery,
      refused: [404],
      act: (caller, { account_uuid = null, resource = null }) =>
        actions.listFields(core, caller, account_uuid, resource),
    },
    create: {
      description: `The values that records have under its key are read by a job, job_uuid: POST ${PATH}/preview says before which fit. At most 100 for a kind in an Account, and no two in use with one label. ${ROLE} Records custom_field.created.`,
      body: CustomFieldCreate,
      refused: [403, 404],
      act: createField,
    },
    retrieve: { act: (...one) => actions.getField(core, ...one) },
    update: {
      description: `Another type is refused with use_convert. Options that are left out are archived. 422 that lists what stands twice when it becomes unique. ${ROLE} Records custom_field.updated.`,
      body: CustomFieldUpdate,
      refused: [403, 409],
      act: (...change) => actions.updateField(core, ...change),
    },
    delete: {
      description: `Its values stay in custom of the records. ${ROLE} Records custom_field.deleted.`,
      refused: [403],
      act: (...one) => actions.deleteField(core, ...one),
    },
  });

  api.post(
    `${PATH}/preview`,
    {
      schema: {
        tags,
        operationId: 'previewCustomField',
        summary: 'Preview a custom field',
        description: `How the values that records have under a key fit a type. It changes nothing. ${ROLE}`,
        body: CustomFieldPreview,
        response: { 200: dataOf(CustomFieldFit), ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async ({ caller, body }) => envelope(await previewField(core, caller, body)),
  );

  readingRoutes(api, core);
  changingRoutes(api, core);
  describedRoute(api, core);
}

/** What the records have under keys, before anybody declares them. */
function readingRoutes(api: Api, core: RecordsCore): void {
  api.post(
    `${PATH}/preview.csv`,
    {
      schema: {
        tags,
        operationId: 'downloadFailingValuesOfCustomField',
        summary: 'Download the values that do not fit as a file',
        description: `All values that records have under a key and that do not fit a type. The file can be mended and imported: it has the uuid of each record. ${ROLE}`,
        body: CustomFieldPreview,
        response: {
          200: { description: 'CSV in UTF-8.', content: { 'text/csv': { schema: Type.String() } } },
          ...refusals(400, 401, 403, 404, 422),
        },
      },
    },
    async ({ caller, body }, reply) => {
      const lines = failingValues(core, caller, body);
      if (lines instanceof Problem) return lines;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${body.resource}-values.csv"`)
        .send(Readable.from(lines, { objectMode: false, highWaterMark: 1 }));
    },
  );

  api.get(
    `${PATH}/undeclared-keys`,
    {
      schema: {
        tags,
        operationId: 'listUndeclaredKeys',
        summary: 'List keys that no custom field declares',
        description: 'What records of a kind have in custom, the most used key first. At most 500.',
        querystring: KeysQuery,
        response: { 200: wholeListOf(UndeclaredKey), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query: { account_uuid = null, resource, ...page } }) =>
      pageOfWhole(await actions.listUndeclaredKeys(core, caller, account_uuid, resource), 'key', page),
  );
}

function changingRoutes(api: Api, core: RecordsCore & Once): void {
  api.post(
    `${PATH}/:uuid/convert`,
    {
      schema: {
        tags,
        operationId: 'convertCustomField',
        summary: 'Convert a custom field to another type',
        description: `The answer is the job that reads the values anew; GET /api/v2/jobs/{uuid} tells how far it is. Values that do not fit are kept as they are, or cleared. ${ROLE} Records custom_field.updated, and an event for each record that changes.`,
        params: UuidParams,
        headers: IdempotencyHeaders,
        body: CustomFieldConvert,
        response: {
          202: acceptedOf(CustomFieldConversion),
          ...refusals(400, 401, 403, 404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const uuid = params.uuid.toLowerCase();
      const job = await answerOnce(core, request, (core) => convertField(core, caller, uuid, body));
      return answerAccepted(reply, core, job);
    },
  );

  api.get(
    `${PATH}/:uuid/versions`,
    {
      schema: {
        tags,
        operationId: 'listCustomFieldVersions',
        summary: 'List the versions of a custom field',
        description: 'The latest first. A value in an event is of the version that was the latest then.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(CustomFieldVersion), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params, query }) => {
      const versions = await actions.listFieldVersions(core, caller, params.uuid.toLowerCase());
      if (versions instanceof Problem) return versions;
      const keyed = versions.map((version) => ({ ...version, cursor: String(version.version) }));
      const page = pageOfWhole(keyed, 'cursor', query);
      if (page instanceof Problem) return page;
      return { ...page, data: page.data.map(({ cursor: _, ...version }) => version) };
    },
  );
}

/** The description of the API with the fields of one Account, for programs made from it. */
function describedRoute(api: Api, core: RecordsCore): void {
  api.get(
    '/docs/accounts/:uuid/openapi.json',
    {
      schema: { hide: true, params: UuidParams, querystring: NoQuery },
      config: { needed: { all: [], any: NARROW_SCOPES } },
    },
    async ({ caller, params }) => {
      const fields = await actions.listFields(core, caller, params.uuid.toLowerCase(), null);
      if (fields instanceof Problem) return fields;
      const description: Description = (await api.inject('/api/openapi.json')).json();
      describeFields(description, fields);
      return description;
    },
  );
}
