import { Type } from '@rapport/contract/json-schema';
import { type MergeRequest, mergeRequestOf, mergeResultOf } from '@rapport/contract/records/merges';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { Problem } from '../../platform/problem.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { mergeRecords } from './actions.ts';

export function mergeRoute(api: Api, core: RecordsCore & Once, kind: AnyKind): void {
  const { path, plural, title, name } = kind.definition;
  api.post(
    `${path}/:uuid/merge`,
    {
      schema: {
        tags: [plural.charAt(0).toUpperCase() + plural.slice(1)],
        operationId: `merge${title}s`,
        summary: `Merge another ${name} into this one`,
        description:
          `This ${name} stays; all that named the other one names it. The other one is deleted and leads here: GET answers 301, ` +
          `a write 409 with the uuid of this one, and its external_id finds this one. Needs the role member. ` +
          `Records ${name}.merged, ${name}.deleted with merged_into_uuid, and the change of each record that named it.`,
        params: UuidParams,
        body: mergeRequestOf(kind.definition),
        headers: IdempotencyHeaders,
        response: {
          200: Type.Object({ data: mergeResultOf(kind.definition) }),
          ...refusals(400, 401, 403, 404, 409, 422),
        },
      },
    },
    async (request) => {
      const { caller, params, body } = request;
      const merged = await answerOnce(core, request, (core) =>
        mergeRecords(core, kind, caller, params.uuid, body as MergeRequest),
      );
      if (merged instanceof Problem) return merged;
      const { account_uuid: _, ...data } = merged;
      return envelope(data);
    },
  );
}
