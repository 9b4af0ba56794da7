import { Type } from '@rapport/contract/json-schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Queryable } from '../database/database.ts';
import {
  type Api,
  envelope,
  IdempotencyHeaders,
  IfMatchHeaders,
  IfNoneMatchHeaders,
  UuidParams,
} from '../http/api/api.ts';
import { answerCreated } from '../http/api/created.ts';
import { createdOf, dataOf, ETAG, refusals, UNCHANGED, wholeListOf } from '../http/api/openapi.ts';
import { ifMatch, setEtag } from '../http/server/etag.ts';
import { answerOnce, type Once } from '../idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../lists/whole-list.ts';
import { Problem } from '../problem.ts';

/** A verb of a resource: what the API reference says of it, and the action that does it. */
type Verb<Act> = {
  /** The name of the operation, if it is not the usual one, such as `createView`. */
  operation?: string;
  /** Without it, "Create a view". */
  summary?: string;
  description?: string;
  /** The statuses with which the verb refuses, beside those that every such verb has. */
  refused?: number[];
  act: Act;
};

type Caller = FastifyRequest['caller'];
type Row = { uuid: string };
type Result<T> = Promise<T | Problem>;

/** A plain resource: its path, its schema, and those of the five verbs that it has. */
type Resource<Core, R extends Row, L extends TObject, C extends TSchema, U extends TSchema> = {
  path: string;
  tags: string[];
  /** The name in operations: `View` for `createView`. */
  name: string;
  /** The words in the API reference: "view". */
  words: string;
  schema: TSchema;
  /** True when the record has a version: reads answer an ETag, and changes take If-Match. */
  isVersioned?: boolean;
  /** A list that is short enough to be answered whole. */
  list?: Verb<(caller: Caller, query: Static<L>) => Result<R[]>> & { querystring?: L };
  create?: Verb<(core: InTransaction<Core>, caller: Caller, body: Static<C>) => Result<R>> & { body: C };
  retrieve?: Verb<(caller: Caller, uuid: string) => Result<R>>;
  update?: Verb<(caller: Caller, uuid: string, body: Static<U>, versions: Versions) => Result<R>> & {
    body: U;
  };
  delete?: Verb<(caller: Caller, uuid: string, versions: Versions) => Promise<Problem | null>>;
  /** Leaves out what this caller may not see. */
  shown?: (caller: Caller, reply: FastifyReply, record: R) => R;
};

/** What the routes of resources need. */
export type ResourceCore = Once & { base_url: string };

type InTransaction<Core> = Omit<Core, 'db'> & { db: Queryable };
/** The versions in If-Match; null when any will do. */
type Versions = number[] | null;

/** Makes the routes of a plain resource. Verbs that are not usual are routes of their own. */
export function resourceRoutes<
  Core extends ResourceCore,
  R extends Row,
  L extends TObject = typeof WholeListQuery,
  C extends TSchema = TSchema,
  U extends TSchema = TSchema,
>(api: Api, core: Core, resource: Resource<Core, R, L, C, U>): void {
  // The compiler has checked the definition. The routes know nothing of its types.
  const plain = resource as unknown as Plain;
  listRoute(api, plain);
  createRoute(api, core, plain);
  retrieveRoute(api, plain);
  updateRoute(api, plain);
  deleteRoute(api, plain);
}

type Plain = Resource<Once, Row, TObject, TSchema, TSchema>;

function listRoute(api: Api, resource: Plain): void {
  const { path, name, words, schema, list } = resource;
  if (!list) return;
  api.get(
    path,
    {
      schema: {
        ...described(resource, list, `list${name}s`, `List ${words}s`),
        querystring: list.querystring ?? WholeListQuery,
        response: { 200: wholeListOf(schema), ...refusals(400, 401, ...(list.refused ?? [])) },
      },
    },
    async ({ caller, query }, reply) => {
      const records = await list.act(caller, query);
      if (records instanceof Problem) return records;
      const shown = records.map((record) => resource.shown?.(caller, reply, record) ?? record);
      return pageOfWhole(shown, 'uuid', query);
    },
  );
}

function createRoute(api: Api, core: ResourceCore, resource: Plain): void {
  const { path, name, words, schema, isVersioned, create } = resource;
  if (!create) return;
  api.post(
    path,
    {
      schema: {
        ...described(resource, create, `create${name}`, `Create a ${words}`),
        body: create.body as TSchema,
        headers: IdempotencyHeaders,
        response: {
          201: createdOf(schema, isVersioned ? ETAG : {}),
          ...refusals(400, 401, 409, 422, ...(create.refused ?? [])),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const made = await answerOnce(core, request, (own) => create.act({ ...core, ...own }, caller, body));
      return answerCreated(reply, core, path, shownTo(resource, caller, reply, made));
    },
  );
}

function retrieveRoute(api: Api, resource: Plain): void {
  const { path, name, words, schema, isVersioned, retrieve } = resource;
  if (!retrieve) return;
  api.get(
    `${path}/:uuid`,
    {
      schema: {
        ...described(resource, retrieve, `retrieve${name}`, `Retrieve a ${words}`),
        params: UuidParams,
        ...(isVersioned && { headers: IfNoneMatchHeaders }),
        response: {
          200: dataOf(schema, isVersioned ? ETAG : {}),
          ...(isVersioned && { 304: UNCHANGED }),
          ...refusals(400, 401, 404, ...(retrieve.refused ?? [])),
        },
      },
    },
    async ({ caller, params }, reply) => {
      const found = await retrieve.act(caller, params.uuid.toLowerCase());
      return envelope(shownTo(resource, caller, reply, found));
    },
  );
}

function updateRoute(api: Api, resource: Plain): void {
  const { path, name, words, schema, isVersioned, update } = resource;
  if (!update) return;
  api.patch(
    `${path}/:uuid`,
    {
      schema: {
        ...described(resource, update, `update${name}`, `Update a ${words}`),
        params: UuidParams,
        body: update.body as TSchema,
        ...(isVersioned && { headers: IfMatchHeaders }),
        response: {
          200: dataOf(schema, isVersioned ? ETAG : {}),
          ...refusals(400, 401, 404, 422, ...(isVersioned ? [412] : []), ...(update.refused ?? [])),
        },
      },
    },
    async (request, reply) => {
      const versions = versionsOf(resource, request);
      if (versions instanceof Problem) return versions;
      const { caller, params, body } = request;
      const updated = await update.act(caller, params.uuid.toLowerCase(), body, versions);
      return envelope(shownTo(resource, caller, reply, updated));
    },
  );
}

function deleteRoute(api: Api, resource: Plain): void {
  const { path, name, words, isVersioned, delete: remove } = resource;
  if (!remove) return;
  api.delete(
    `${path}/:uuid`,
    {
      schema: {
        ...described(resource, remove, `delete${name}`, `Delete a ${words}`),
        params: UuidParams,
        ...(isVersioned && { headers: IfMatchHeaders }),
        response: {
          204: Type.Null(),
          ...refusals(400, 401, 404, ...(isVersioned ? [412] : []), ...(remove.refused ?? [])),
        },
      },
    },
    async (request, reply) => {
      const versions = versionsOf(resource, request);
      if (versions instanceof Problem) return versions;
      const { caller, params } = request;
      return (await remove.act(caller, params.uuid.toLowerCase(), versions)) ?? reply.code(204).send();
    },
  );
}

function described({ tags }: Plain, verb: Verb<unknown>, operationId: string, usual: string) {
  const { summary = usual, description, operation = operationId } = verb;
  return { tags, operationId: operation, summary, ...(description !== undefined && { description }) };
}

function versionsOf({ isVersioned }: Plain, request: FastifyRequest): Versions | Problem {
  return isVersioned ? ifMatch(request) : null;
}

/** The record as its caller sees it; the answer gets its ETag. */
function shownTo(
  { isVersioned, shown }: Plain,
  caller: Caller,
  reply: FastifyReply,
  record: (Row & { version?: number }) | Problem,
): Row | Problem {
  if (record instanceof Problem) return record;
  if (isVersioned) setEtag(reply, record as Row & { version: number });
  return shown ? shown(caller, reply, record) : record;
}
