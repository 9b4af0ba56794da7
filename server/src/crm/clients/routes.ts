import { Client, ClientCreate, ClientUpdate, DeletedClient } from '@rapport/contract/clients';
import { Event } from '@rapport/contract/events';
import { CLIENTS_LIST, DELETED_CLIENTS_LIST } from '@rapport/contract/lists';
import { Type } from 'typebox';
import { answerEvents } from '../../events/event-page.ts';
import type { Core } from '../../platform/core.ts';
import {
  type Api,
  envelope,
  IdempotencyHeaders,
  IfMatchHeaders,
  IfNoneMatchHeaders,
  NoQuery,
  UuidParams,
} from '../../platform/http/api.ts';
import { answerCreated } from '../../platform/http/created.ts';
import { ifMatch, setEtag } from '../../platform/http/etag.ts';
import {
  createdOf,
  dataOf,
  ETAG,
  listOf,
  pagesOf,
  refusals,
  UNCHANGED,
} from '../../platform/http/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { listQuerySchema, newestFirstQuery } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';
import { importRoutes } from './import/routes.ts';

const tags = ['Clients'];

export function clientRoutes(api: Api, core: Core & Once): void {
  api.get(
    '/api/v2/clients',
    {
      schema: {
        tags,
        operationId: 'listClients',
        summary: 'List clients',
        description: 'Of all your Accounts, or of one with account_uuid.',
        querystring: listQuerySchema(CLIENTS_LIST),
        response: { 200: listOf(Client), ...refusals(400, 401, 404) },
      },
    },
    (request) => actions.listClients(core, request.caller, request.query),
  );

  api.post(
    '/api/v2/clients',
    {
      schema: {
        tags,
        operationId: 'createClient',
        summary: 'Create a client',
        description:
          'Texts of one line are kept without the space around them. Needs the role member. Records client.created. 409 when a client of ' +
          'the Account has the external_id: its uuid is in errors.',
        body: ClientCreate,
        headers: IdempotencyHeaders,
        querystring: NoQuery,
        response: { 201: createdOf(Client, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const created = await answerOnce(core, request, caller, (db) =>
        actions.createClient({ ...core, db }, caller, body),
      );
      return answerCreated(reply, core, '/api/v2/clients', setEtag(reply, created));
    },
  );

  api.get(
    '/api/v2/clients/deleted',
    {
      schema: {
        tags,
        operationId: 'listDeletedClients',
        summary: 'List deleted clients',
        description: 'Those that can still be restored, of all your Accounts or of one with account_uuid.',
        querystring: listQuerySchema(DELETED_CLIENTS_LIST),
        response: { 200: listOf(DeletedClient), ...refusals(400, 401, 404) },
      },
    },
    (request) => actions.listDeletedClients(core, request.caller, request.query),
  );

  api.get(
    '/api/v2/clients/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveClient',
        summary: 'Retrieve a client',
        params: UuidParams,
        headers: IfNoneMatchHeaders,
        querystring: NoQuery,
        response: { 200: dataOf(Client, ETAG), 304: UNCHANGED, ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) =>
      envelope(setEtag(reply, await actions.getClient(core, request.caller, request.params.uuid))),
  );

  api.patch(
    '/api/v2/clients/:uuid',
    {
      schema: {
        tags,
        operationId: 'updateClient',
        summary: 'Update a client',
        description:
          'Only the given fields change, each as a whole, also a list and custom; null empties one. To change a part of one and keep what ' +
          'others put there, read the client, merge, and send the whole field with If-Match: the ETag that you read; after 412 do it ' +
          'again. Needs the role member. Records client.updated.',
        params: UuidParams,
        body: ClientUpdate,
        headers: IfMatchHeaders,
        querystring: NoQuery,
        response: { 200: dataOf(Client, ETAG), ...refusals(400, 401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params, body } = request;
      return envelope(setEtag(reply, await actions.updateClient(core, caller, params.uuid, body, versions)));
    },
  );

  api.delete(
    '/api/v2/clients/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteClient',
        summary: 'Delete a client',
        description: 'Needs the role member. Records client.deleted.',
        params: UuidParams,
        headers: IfMatchHeaders,
        querystring: NoQuery,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const refusal = await actions.deleteClient(core, request.caller, request.params.uuid, versions);
      return refusal ?? reply.code(204).send();
    },
  );

  api.post(
    '/api/v2/clients/:uuid/restore',
    {
      schema: {
        tags,
        operationId: 'restoreClient',
        summary: 'Restore a deleted client',
        description:
          'Possible for 30 days; GET /api/v2/clients/deleted lists what can be. Needs the role member. Records client.restored.',
        params: UuidParams,
        headers: IdempotencyHeaders,
        querystring: NoQuery,
        response: { 200: dataOf(Client, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const restored = await answerOnce(core, request, caller, (db) =>
        actions.restoreClient({ ...core, db }, caller, params.uuid),
      );
      return envelope(setEtag(reply, restored));
    },
  );

  api.get(
    '/api/v2/clients/:uuid/events',
    {
      schema: {
        tags,
        operationId: 'listClientEvents',
        summary: 'List what happened to a client',
        description: 'The newest first.',
        params: UuidParams,
        querystring: newestFirstQuery('Events'),
        response: { 200: pagesOf(Event), ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { cursor, limit = LIMIT_DEFAULT } = request.query;
      const { caller, params } = request;
      return answerEvents(
        reply,
        await actions.listClientEvents(core, caller, params.uuid, { cursor, limit }),
      );
    },
  );

  api.register(async (scope) => importRoutes(scope, core));
}
