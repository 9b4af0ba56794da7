import { Unchangeable } from '@rapport/contract/records/access';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, ETAG, listOf, refusals } from '../../platform/http/api/openapi.ts';
import { setEtag } from '../../platform/http/server/etag.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { listQuerySchema } from '../../platform/lists/list-schema.ts';
import * as actions from '../actions.ts';
import { capital, described } from '../described.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';

export function deletedRoute(api: Api, core: RecordsCore, kind: AnyKind): void {
  const { path, plural, deleted_schema, deleted_list } = kind.definition;
  api.get(
    `${path}/deleted`,
    {
      schema: {
        ...described(kind, `listDeleted${capital(plural)}`, `List deleted ${plural}`),
        description: 'Those that can still be restored, of all your Accounts or of one with account_uuid.',
        querystring: listQuerySchema(deleted_list),
        response: {
          200: listOf(deleted_schema, { more: { unchangeable: Unchangeable } }),
          ...refusals(400, 401, 404),
        },
      },
    },
    (request) => actions.listDeletedRecords(core, kind, request.caller, request.query),
  );
}

export function restoreRoute(api: Api, core: RecordsCore & Once, kind: AnyKind): void {
  const { name, path, title, schema } = kind.definition;
  api.post(
    `${path}/:uuid/restore`,
    {
      schema: {
        ...described(kind, `restore${title}`, `Restore a deleted ${name}`),
        description: `Possible for 30 days; GET ${path}/deleted lists what can be. Needs the role member. Records ${name}.restored.`,
        params: UuidParams,
        headers: IdempotencyHeaders,
        response: { 200: dataOf(schema, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const restored = await answerOnce(core, request, (core) =>
        actions.restoreRecord(core, kind, caller, params.uuid),
      );
      return envelope(setEtag(reply, restored));
    },
  );
}
