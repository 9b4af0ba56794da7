import { type Api, envelope, NoQuery, UuidParams } from '../platform/http/api/api.ts';
import { Problem } from '../platform/problem.ts';
import type { RecordsCore } from '../records/kind.ts';
import { addSamplesTo, countSampleData, removeSampleData } from './actions.ts';

/** The routes of an Account's sample data, for the page of the Account. */
export function routes(api: Api, core: RecordsCore): void {
  const schema = { hide: true, params: UuidParams, querystring: NoQuery };

  api.get('/web/accounts/:uuid/sample-data', { schema }, async ({ caller, params }) =>
    envelope(await countSampleData(core, caller, params.uuid)),
  );

  api.post('/web/accounts/:uuid/sample-data', { schema }, async (request, reply) => {
    const { caller, params, log } = request;
    const refusal = await addSamplesTo(core, caller, params.uuid, (err) =>
      log.error({ err }, 'could not add the sample data'),
    );
    return refusal instanceof Problem ? refusal : reply.code(204).send();
  });

  api.delete('/web/accounts/:uuid/sample-data', { schema }, async ({ caller, params }, reply) => {
    const refusal = await removeSampleData(core, caller, params.uuid);
    return refusal instanceof Problem ? refusal : reply.code(204).send();
  });
}
