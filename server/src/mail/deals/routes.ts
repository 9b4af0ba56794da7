import { Type } from '@rapport/contract/json-schema';
import { MailThreadDeal } from '@rapport/contract/mail-threads';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import type { MailsCore } from '../mails/actions.ts';
import * as actions from './actions.ts';

const tags = ['Mails'];
const path = '/api/v2/mail-threads/:uuid/deals';

const Params = Type.Object({
  ...UuidParams.properties,
  deal_uuid: Type.String({ format: 'uuid', description: 'The Deal.' }),
});

export function dealRoutes(api: Api, core: MailsCore): void {
  api.get(
    path,
    {
      schema: {
        tags,
        operationId: 'listDealsOfMailThread',
        summary: 'List the Deals of a conversation',
        description:
          'Those it is of, and then open ones of its people that may be meant. 404 when you may know of none of its mails.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(MailThreadDeal), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) =>
      pageOfWhole(await actions.listDealsOfThread(core, caller, params.uuid.toLowerCase()), 'uuid', query),
  );
  const put = (is_linked: boolean) => ({
    schema: {
      tags,
      operationId: is_linked ? 'linkMailThreadToDeal' : 'unlinkMailThreadFromDeal',
      summary: is_linked ? 'Link a conversation to a Deal' : 'Unlink a conversation from a Deal',
      description: is_linked
        ? 'All its mails, also those to come, stand on the page of the Deal, for those who may read them anyway. Needs the role member.'
        : 'The rule that links by itself leaves this conversation alone from then on. Needs the role member.',
      params: Params,
      response: { 204: Type.Null(), ...refusals(400, 401, 403, 404) },
    },
  });
  const act =
    (caller: Parameters<typeof actions.putDeal>[1], params: { uuid: string; deal_uuid: string }) =>
    (is_linked: boolean) =>
      actions.putDeal(core, caller, {
        thread_uuid: params.uuid.toLowerCase(),
        deal_uuid: params.deal_uuid.toLowerCase(),
        is_linked,
      });
  api.put(
    `${path}/:deal_uuid`,
    put(true),
    async ({ caller, params }, reply) => (await act(caller, params)(true)) ?? reply.code(204).send(),
  );
  api.delete(
    `${path}/:deal_uuid`,
    put(false),
    async ({ caller, params }, reply) => (await act(caller, params)(false)) ?? reply.code(204).send(),
  );
}
