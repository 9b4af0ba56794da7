import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  DistinctRequest,
  duplicatesOf,
  SimilarList,
  similarRequestOf,
} from '@rapport/contract/records/duplicates';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { limitOf } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import * as actions from './actions.ts';
import { comparedWith } from './rules.ts';

/** The routes about records of a kind that are likely the same. */
export function duplicateRoutes(api: Api, core: RecordsCore, kind: AnyKind): void {
  const { path, plural, title, name } = kind.definition;
  const compared = comparedWith(core.kinds, kind).map(({ definition }) => definition);
  const others = compared
    .map((other) => ` and of a ${name} and a ${other.name} that are not linked`)
    .join('');
  const tags = [plural.charAt(0).toUpperCase() + plural.slice(1)];
  api.get(
    `${path}/duplicates`,
    {
      schema: {
        tags,
        operationId: `list${title}Duplicates`,
        summary: `List ${plural} that are likely the same`,
        description:
          `Pairs of ${plural}${others} with an e-mail address, a phone number, a domain or a name with the postal code in common, ` +
          'the newest first. A request looks for a limited time: a page may be empty and have a next_cursor.',
        querystring: Closed({
          limit: limitOf('Pairs'),
          cursor: Type.Optional(
            Type.String({ maxLength: 300, description: 'next_cursor of the previous page.' }),
          ),
          account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only of this Account.' })),
        }),
        response: { 200: duplicatesOf(kind.definition, compared), ...refusals(400, 401, 404, 422) },
      },
    },
    async ({ caller, query }) => {
      const { limit = LIMIT_DEFAULT, ...rest } = query as { limit?: number };
      return actions.listDuplicates(core, kind, caller, { ...rest, limit });
    },
  );

  api.post(
    `${path}/similar`,
    {
      schema: {
        tags,
        operationId: `findSimilar${title}s`,
        summary: `Find records that look like a new ${name}`,
        description:
          'For a form: which records have the e-mail address, the phone number, the domain, or the name with the postal code. ' +
          'They may be of another kind. Nothing is written. Needs the role member.',
        body: similarRequestOf(kind.definition),
        response: { 200: SimilarList, ...refusals(400, 401, 403, 404, 422) },
      },
    },
    ({ caller, body }) => actions.findSimilar(core, kind, caller, body as object),
  );

  api.post(
    `${path}/:uuid/distinct`,
    {
      schema: {
        tags,
        operationId: `distinguish${title}s`,
        summary: `Say that a ${name} and another record are not the same`,
        description:
          'They are no longer listed as duplicates, until that is forgotten with distinct: false. Needs the role member.',
        params: UuidParams,
        body: DistinctRequest,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async ({ caller, params, body }, reply) => {
      const told = await actions.tellApart(core, kind, caller, params.uuid, body);
      return told instanceof Problem ? told : reply.code(204).send(null);
    },
  );
}
