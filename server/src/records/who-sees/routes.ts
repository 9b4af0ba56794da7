import { RecordAccess } from '@rapport/contract/records/access';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { described } from '../described.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { readAccess } from './actions.ts';

export function whoSeesRoute(api: Api, core: RecordsCore, kind: AnyKind): void {
  const { name, path, title } = kind.definition;
  api.get(
    `${path}/:uuid/access`,
    {
      schema: {
        ...described(kind, `retrieve${title}Access`, `Retrieve who sees a ${name}`),
        description: 'The members of the Account who see it now, each with the reason.',
        params: UuidParams,
        response: { 200: dataOf(RecordAccess), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params }) => envelope(await readAccess(core, kind, caller, params.uuid)),
  );
}
