import { Change, ChangeInFull, UndoRequest, UndoResult, UndoStarted } from '@rapport/contract/changes';
import { Event } from '@rapport/contract/events';
import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerJsonPage } from '../../platform/http/api/json-answer.ts';
import { dataOf, optionalBody, pagesOf, refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { newestFirstQuery } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../kind.ts';
import * as actions from './actions.ts';

const tags = ['Changes'];

const ChangesQuery = Closed({
  ...newestFirstQuery('Changes').properties,
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only changes in this Account.' })),
});

const InAccount = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'The change in this Account. Needed only when its X-Change-Uuid was sent for several.',
  }),
);

const EventsQuery = Closed({ ...newestFirstQuery('Events').properties, account_uuid: InAccount });

export function changeRoutes(api: Api, core: RecordsCore & Once): void {
  api.get(
    '/api/v2/changes',
    {
      schema: {
        tags,
        operationId: 'listChanges',
        summary: 'List changes',
        description:
          'Who changed what in your Accounts, the newest first. Each request that changes records is a change, or a part of one: ' +
          'X-Change-Uuid of its answer names it. One that changed none, such as a dry run, has the header too, and its change ' +
          'is not found; an undo and an import are found even so. To make one change of several requests, send them all with the same X-Change-Uuid, a UUIDv7 ' +
          'of your own, within a day.',
        querystring: ChangesQuery,
        response: { 200: pagesOf(Change), ...refusals(400, 401, 404) },
      },
    },
    ({ caller, query }) =>
      actions.listChanges(core, caller, { ...query, limit: query.limit ?? LIMIT_DEFAULT }),
  );

  api.get(
    '/api/v2/changes/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveChange',
        summary: 'Retrieve a change',
        params: UuidParams,
        querystring: Closed({ account_uuid: InAccount }),
        response: { 200: dataOf(ChangeInFull), ...refusals(400, 401, 404, 409) },
      },
    },
    async ({ caller, params, query }) =>
      envelope(await actions.getChange(core, caller, params.uuid, query.account_uuid)),
  );

  api.get(
    '/api/v2/changes/:uuid/events',
    {
      schema: {
        tags,
        operationId: 'listChangeEvents',
        summary: 'List the events of a change',
        description: 'What it did to each record, in the order in which it did it.',
        params: UuidParams,
        querystring: EventsQuery,
        response: { 200: pagesOf(Event), ...refusals(400, 401, 404, 409) },
      },
    },
    async ({ caller, params, query: { limit = LIMIT_DEFAULT, ...rest } }, reply) =>
      answerJsonPage(reply, await actions.listChangeEvents(core, caller, params.uuid, { ...rest, limit })),
  );

  api.post(
    '/api/v2/changes/:uuid/undo',
    {
      schema: {
        tags,
        operationId: 'undoChange',
        summary: 'Take a change back',
        description:
          'Deletes what it made, restores what it deleted, and puts each field back that still has the value it gave. What has ' +
          'changed since stays, and is named. Possible for 30 days, for the User of the change, and for owners and admins. A token also ' +
          'needs the write scope of each kind that the change touched. The undo is ' +
          'a change with events, and can be taken back. With more than 200 events it is done by a job: 202.',
        params: UuidParams,
        body: optionalBody(UndoRequest),
        headers: IdempotencyHeaders,
        response: {
          200: Type.Object({ data: UndoResult }),
          202: Type.Object({ data: UndoStarted }),
          ...refusals(400, 401, 403, 404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const undo = (core: RecordsCore) => actions.undoChange(core, caller, params.uuid, body);
      // What is only tried has nothing to keep.
      const undone = body.dry_run ? await undo(core) : await answerOnce(core, request, undo);
      if (!(undone instanceof Problem) && 'job_uuid' in undone) reply.code(202);
      return envelope(undone);
    },
  );
}
