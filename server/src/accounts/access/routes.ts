import { AccountAccess, AccountAccessUpdate, type SeenCounts } from '@rapport/contract/access';
import { Type } from '@rapport/contract/json-schema';
import { FRESH } from '../../access/rules.ts';
import type { Core } from '../../platform/core.ts';
import {
  type Api,
  envelope,
  IfMatchHeaders,
  IfNoneMatchHeaders,
  UuidParams,
} from '../../platform/http/api/api.ts';
import { dataOf, ETAG, refusals, UNCHANGED } from '../../platform/http/api/openapi.ts';
import { ifMatch, setEtag } from '../../platform/http/server/etag.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';

const tags = ['Accounts'];

export function accessRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/accounts/:uuid/access',
    {
      schema: {
        tags,
        operationId: 'retrieveAccess',
        summary: 'Retrieve which records members see and change',
        description:
          'By role and kind. Admins and owners see and change all. Who holds a record: its owner, and the owner of a Client ' +
          'on which it hangs. A Task or Note is seen by its own people, and by whoever sees a record that it is about.',
        params: UuidParams,
        headers: IfNoneMatchHeaders,
        response: { 200: dataOf(AccountAccess, ETAG), 304: UNCHANGED, ...refusals(400, 401, 403, 404) },
      },
    },
    async (request, reply) =>
      envelope(setEtag(reply, await actions.getAccess(core, request.caller, request.params.uuid))),
  );

  api.put(
    '/api/v2/accounts/:uuid/access',
    {
      schema: {
        tags,
        operationId: 'updateAccess',
        summary: 'Set which records members see and change',
        description: `It holds for the next request of each member, and for what is sent to them. Needs the role owner. ${FRESH}`,
        params: UuidParams,
        body: AccountAccessUpdate,
        headers: IfMatchHeaders,
        response: { 200: dataOf(AccountAccess, ETAG), ...refusals(400, 401, 403, 404, 412, 422) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params, body } = request;
      return envelope(setEtag(reply, await actions.updateAccess(core, caller, params.uuid, body, versions)));
    },
  );

  api.post(
    '/api/v2/accounts/:uuid/access/preview',
    {
      schema: {
        tags,
        operationId: 'previewAccess',
        summary: 'Count what members would see',
        description:
          'For each member and viewer the records that they see now, and would see. It changes nothing. Needs the role owner.',
        params: UuidParams,
        body: AccountAccessUpdate,
        response: {
          200: Type.Object({ data: Type.Array(Type.Unsafe<SeenCounts>({ $ref: 'SeenCounts#' })) }),
          ...refusals(400, 401, 403, 404, 422),
        },
      },
    },
    async ({ caller, params, body }) =>
      envelope(await actions.previewAccess(core, caller, params.uuid, body)),
  );
}
