import {
  Account,
  AccountCreate,
  AccountUpdate,
  DeletedAccount,
  OWNED_ACCOUNTS_MAX,
} from '@rapport/contract/accounts';
import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { ACCOUNTS_LIST } from '@rapport/contract/lists';
import { FRESH } from '../access/rules.ts';
import { type Api, envelope, IfMatchHeaders, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, ETAG, listOf, refusals, wholeListOf } from '../platform/http/api/openapi.ts';
import { ifMatch, setEtag } from '../platform/http/server/etag.ts';
import type { Once } from '../platform/idempotency/actions.ts';
import { listQuerySchema } from '../platform/lists/list-schema.ts';
import { pageOfWhole, WholeListQuery } from '../platform/lists/whole-list.ts';
import { Problem } from '../platform/problem.ts';
import { resourceRoutes } from '../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';
import type { PeopleCore } from './owner-mails.ts';

const DeleteAccountQuery = Closed({
  confirm_name: Type.String({ maxLength: 200, description: 'The exact name of the Account.' }),
});

export function accountRoutes(api: Api, core: PeopleCore & Once): void {
  const tags = ['Accounts'];

  api.get(
    '/api/v2/accounts',
    {
      schema: {
        tags,
        operationId: 'listAccounts',
        summary: 'List your Accounts',
        querystring: listQuerySchema(ACCOUNTS_LIST),
        response: { 200: listOf(Account), ...refusals(400, 401, 404) },
      },
    },
    (request) => actions.listAccounts(core, request.caller, request.query),
  );

  resourceRoutes(api, core, {
    path: '/api/v2/accounts',
    tags,
    name: 'Account',
    words: 'Account',
    schema: Account,
    isVersioned: true,
    create: {
      summary: 'Create an Account',
      description: `You become its owner. A User can own ${OWNED_ACCOUNTS_MAX} Accounts, including those deleted in the last 30 days. Records account.created and login.created.`,
      body: AccountCreate,
      act: (core, caller, body) => actions.createAccount(core, caller, caller.user_uuid, body),
    },
    retrieve: { summary: 'Retrieve an Account', act: (...one) => actions.getAccount(core, ...one) },
    update: {
      summary: 'Update an Account',
      description: 'Needs the role owner.',
      body: AccountUpdate,
      refused: [403],
      act: (...change) => actions.updateAccount(core, ...change),
    },
  });

  api.delete(
    '/api/v2/accounts/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteAccount',
        summary: 'Delete an Account with all its data',
        description: `Needs the role owner, and the name of the Account as confirmation. ${FRESH}`,
        params: UuidParams,
        headers: IfMatchHeaders,
        querystring: DeleteAccountQuery,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 412, 422) },
      },
    },
    async (request, reply) => {
      const versions = ifMatch(request);
      if (versions instanceof Problem) return versions;
      const { caller, params, query } = request;
      const refusal = await actions.deleteAccount(core, caller, params.uuid, query.confirm_name, versions);
      return refusal ?? reply.code(204).send();
    },
  );

  api.get(
    '/api/v2/deleted-accounts',
    {
      schema: {
        tags,
        operationId: 'listDeletedAccounts',
        summary: 'List the deleted Accounts that you can restore',
        description: 'The deleted Accounts that you are an owner of, for 30 days.',
        querystring: WholeListQuery,
        response: { 200: wholeListOf(DeletedAccount), ...refusals(400, 401) },
      },
    },
    async ({ caller, query }) =>
      pageOfWhole(await actions.listOwnDeletedAccounts(core, caller), 'uuid', query),
  );

  api.post(
    '/api/v2/deleted-accounts/:uuid/restore',
    {
      schema: {
        tags,
        operationId: 'restoreAccount',
        summary: 'Restore a deleted Account',
        description: `Possible for 30 days, for its owners. ${FRESH} Records account.restored.`,
        params: UuidParams,
        response: { 200: dataOf(Account, ETAG), ...refusals(400, 401, 403, 404) },
      },
    },
    async (request, reply) =>
      envelope(setEtag(reply, await actions.restoreOwnAccount(core, request.caller, request.params.uuid))),
  );
}
