import { Event } from '@rapport/contract/events';
import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { Unchangeable } from '@rapport/contract/records/access';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { isMergeable } from '@rapport/contract/records/merges';
import type { RecordField } from '@rapport/contract/records/record-field';
import {
  type Api,
  envelope,
  IdempotencyHeaders,
  IfMatchHeaders,
  IfNoneMatchHeaders,
  UuidParams,
} from '../platform/http/api/api.ts';
import { answerCreated } from '../platform/http/api/created.ts';
import { answerJson, answerJsonPage } from '../platform/http/api/json-answer.ts';
import {
  createdOf,
  dataOf,
  ETAG,
  listOf,
  newRecordBody,
  pagesOf,
  refusals,
  UNCHANGED,
} from '../platform/http/api/openapi.ts';
import { ifMatch, setEtag } from '../platform/http/server/etag.ts';
import { answerOnce, type Once } from '../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { listQuerySchema, newestFirstQuery, TIME_ZONE, WritingQuery } from '../platform/lists/list-schema.ts';
import { Problem } from '../platform/problem.ts';
import * as actions from './actions.ts';
import { batchRoute } from './batch/routes.ts';
import { bulkRoute } from './bulk/routes.ts';
import { deletedRoute, restoreRoute } from './deleted/routes.ts';
import { capital, described } from './described.ts';
import { duplicateRoutes } from './duplicates/routes.ts';
import { exportRoute } from './export/routes.ts';
import { importRoutes } from './import/routes.ts';
import type { AnyKind, RecordsCore } from './kind.ts';
import { MergedInto } from './merge/merged.ts';
import { mergeRoute } from './merge/routes.ts';
import { readRecordAt } from './past/actions.ts';
import type { Beside } from './search/beside.ts';
import { whoSeesRoute } from './who-sees/routes.ts';

/** The core of the routes. */
export type RoutesCore = RecordsCore & Once & { searched_beside: readonly Beside[] };

/** Adds one route of a kind. */
type RecordRoute = (api: Api, core: RoutesCore, kind: AnyKind) => void;

/**
 * The standard routes of a kind. `deleted` stands before `/{uuid}`, as the API reference lists
 * them.
 */
const STANDARD_ROUTES = {
  list: listRoute,
  export: exportRoute,
  create: createRoute,
  deleted: deletedRoute,
  duplicates: (api, core, kind) => {
    if (kind.definition.match_by) duplicateRoutes(api, core, kind);
  },
  retrieve: retrieveRoute,
  update: updateRoute,
  delete: deleteRoute,
  restore: restoreRoute,
  events: eventsRoute,
  access: (api, core, kind) => {
    if (kind.definition.seen_by) whoSeesRoute(api, core, kind);
  },
  batch: batchRoute,
  bulk: bulkRoute,
  merge: (api, core, kind) => {
    if (isMergeable(kind.definition)) mergeRoute(api, core, kind);
  },
  import: (api, core, kind) => {
    // The import has a scope of its own, because its body is CSV.
    api.register(async (scope) => importRoutes(scope as unknown as Api, core, kind));
  },
} satisfies Record<string, RecordRoute>;

/** Adds the standard routes of a kind. */
export function recordRoutes(api: Api, core: RoutesCore, kind: AnyKind): void {
  for (const route of Object.values<RecordRoute>(STANDARD_ROUTES)) route(api, core, kind);
}

function listRoute(api: Api, core: RoutesCore, kind: AnyKind): void {
  const { path, plural, schema, list } = kind.definition;
  api.get(
    path,
    {
      schema: {
        ...described(kind, `list${capital(plural)}`, `List ${plural}`),
        description: 'Of all your Accounts, or of one with account_uuid.',
        querystring: listQuerySchema(list, { hasViews: true }),
        response: {
          200: listOf(schema, { ...list, hasViews: true, more: { unchangeable: Unchangeable } }),
          ...refusals(400, 401, 404),
        },
      },
    },
    async (request, reply) =>
      answerJsonPage(reply, await actions.listRecords(core, kind, request.caller, request.query)),
  );
}

function createRoute(api: Api, core: RoutesCore, kind: AnyKind): void {
  const { name, path, title, schema, create_schema, needs } = kind.definition;
  api.post(
    path,
    {
      schema: {
        ...described(kind, `create${title}`, `Create a ${name}`),
        description:
          'Texts of one line are kept without the space around them. Needs the role member. ' +
          `Records ${name}.created. 409 when a ${name} of the Account has the external_id: its uuid is in errors.`,
        querystring: WritingQuery,
        body: newRecordBody(create_schema, needs, defaultsOf(kind.definition)),
        headers: IdempotencyHeaders,
        response: { 201: createdOf(schema, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const created = await answerOnce(core, request, (core) =>
        actions.createRecord(core, kind, caller, body as object),
      );
      return answerCreated(reply, core, path, setEtag(reply, created));
    },
  );
}

/** The values of fields that a caller may leave out, where they are not just empty. */
function defaultsOf({ fields }: RecordDefinition): Record<string, unknown> {
  const callers = Object.entries(fields as Record<string, RecordField>).filter(
    ([, { by }]) => by === 'caller',
  );
  const kept = callers.filter(([, { empty }]) => empty !== '' && typeof empty !== 'object');
  return Object.fromEntries(kept.map(([name, { empty }]) => [name, empty]));
}

function retrieveRoute(api: Api, core: RoutesCore, kind: AnyKind): void {
  const { name, path, title, schema } = kind.definition;
  api.get(
    `${path}/:uuid`,
    {
      config: { quick: true },
      schema: {
        ...described(kind, `retrieve${title}`, `Retrieve a ${name}`),
        description: PAST,
        params: UuidParams,
        querystring: RetrieveQuery,
        headers: IfNoneMatchHeaders,
        response: {
          200: dataOf(schema, ETAG),
          ...(isMergeable(kind.definition) && { 301: MERGED }),
          304: UNCHANGED,
          ...refusals(400, 401, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { at } = request.query;
      if (at !== undefined) {
        const past = await readRecordAt(core, kind, request.caller, request.params.uuid, at);
        return envelope(setEtag(reply, past));
      }
      const record = await actions.readRecord(core, kind, request.caller, request.params.uuid);
      if (record instanceof MergedInto) return reply.redirect(`${path}/${record.uuid}`, 301);
      setEtag(reply, record);
      return answerJson(reply, record instanceof Problem ? record : record.json);
    },
  );
}

function updateRoute(api: Api, core: RoutesCore, kind: AnyKind): void {
  const { name, path, title, schema, update_schema } = kind.definition;
  api.patch(
    `${path}/:uuid`,
    {
      schema: {
        ...described(kind, `update${title}`, `Update a ${name}`),
        description:
          'Only the given fields change, each as a whole, also a list and custom; null empties one. To change a part of one and keep what ' +
          `others put there, read the ${name}, merge, and send the whole field with If-Match: the ETag that you read; after 412 do it ` +
          `again. Needs the role member. Records ${changeEvents(kind.definition)}.`,
        params: UuidParams,
        querystring: WritingQuery,
        body: update_schema,
        headers: IfMatchHeaders,
        response: { 200: dataOf(schema, ETAG), ...refusals(400, 401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params, body } = request;
      const updated = await actions.updateRecord(core, kind, caller, params.uuid, body as object, versions);
      return envelope(setEtag(reply, updated));
    },
  );
}

function deleteRoute(api: Api, core: RoutesCore, kind: AnyKind): void {
  const { name, path, title } = kind.definition;
  api.delete(
    `${path}/:uuid`,
    {
      schema: {
        ...described(kind, `delete${title}`, `Delete a ${name}`),
        description: `Needs the role member. Records ${name}.deleted.`,
        params: UuidParams,
        headers: IfMatchHeaders,
        response: {
          204: Type.Null(),
          ...refusals(400, 401, 403, 404, ...(kind.refuse || isMergeable(kind.definition) ? [409] : []), 412),
        },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params } = request;
      const refusal = await actions.deleteRecord(core, kind, caller, params.uuid, versions);
      return refusal ?? reply.code(204).send();
    },
  );
}

function eventsRoute(api: Api, core: RoutesCore, kind: AnyKind): void {
  const { name, path, title } = kind.definition;
  api.get(
    `${path}/:uuid/events`,
    {
      schema: {
        ...described(kind, `list${title}Events`, `List what happened to a ${name}`),
        description: 'The newest first.',
        params: UuidParams,
        querystring: HistoryQuery,
        response: { 200: pagesOf(Event), ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { cursor, limit = LIMIT_DEFAULT, related = false } = request.query;
      const { caller, params } = request;
      const query = { cursor, limit, related };
      return answerJsonPage(reply, await actions.listRecordEvents(core, kind, caller, params.uuid, query));
    },
  );
}

const PAST =
  'As it is, or with at as it was: 404 when it was not there then, 409 when it had been merged into another, which errors names.';

const RetrieveQuery = Closed({
  at: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'A past time, or a day, whose end is meant: 2026-11-20 or a relative one such as week-1. Fields that came later are empty.',
      examples: ['2026-11-20T09:20:00Z'],
    }),
  ),
  ...TIME_ZONE,
});

/** The answer for a record that was merged into another. */
const MERGED = Type.Null({
  description: 'Merged into another record, whose address is in Location.',
  headers: {
    location: {
      type: 'string',
      format: 'uri-reference',
      description: 'The record that stayed: a path on the same host.',
    },
  },
});

const HistoryQuery = Closed({
  ...newestFirstQuery('Events').properties,
  related: Type.Optional(
    Type.Boolean({
      description: 'Also what happened to records that have to do with it, such as those that name it.',
    }),
  ),
});

/** The names of the events that a change can have, as a list in words. */
function changeEvents({ name, events = {} }: RecordDefinition): string {
  const names = ['updated', ...Object.keys(events).filter((action) => action !== 'merged')].map(
    (action) => `${name}.${action}`,
  );
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
