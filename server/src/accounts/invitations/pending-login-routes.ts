import { LOGINS_MAX, Login, LoginCreate, OWNED_ACCOUNTS_MAX } from '@rapport/contract/accounts';
import { Type } from '@rapport/contract/json-schema';
import { PendingLogin } from '@rapport/contract/pending-logins';
import { FRESH } from '../../access/rules.ts';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import type { InvitationCore } from './actions.ts';
import * as actions from './pending-logins.ts';

const tags = ['Logins'];

/** The routes by which a User is added to an Account, and accepts or declines. */
export function pendingLoginRoutes(api: Api, core: InvitationCore & Once): void {
  api.post(
    '/api/v2/accounts/:uuid/logins',
    {
      schema: {
        tags,
        operationId: 'createLogin',
        summary: 'Add a User to an Account',
        description: `The User gets a pending Login, which gives no access before they accept it on the page Accounts, within a week. \`email_verified\` tells whether the address is known to be theirs. Needs the role admin; only an owner adds owners; at most 100 a day. A User can have ${LOGINS_MAX} Logins and own ${OWNED_ACCOUNTS_MAX} Accounts. ${FRESH}`,
        params: UuidParams,
        body: LoginCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(PendingLogin), ...refusals(400, 401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const added = await answerOnce(core, request, (core) =>
        actions.addPendingLogin(core, caller, params.uuid, body),
      );
      return answerCreated(reply, core, '/api/v2/pending-logins', added);
    },
  );

  api.get(
    '/api/v2/pending-logins',
    {
      schema: {
        tags,
        operationId: 'listPendingLogins',
        summary: 'List the Accounts that you are asked to join',
        querystring: WholeListQuery,
        response: { 200: wholeListOf(PendingLogin), ...refusals(400, 401) },
      },
    },
    async ({ caller, query }) => pageOfWhole(await actions.listPendingLogins(core, caller), 'uuid', query),
  );

  api.get(
    '/api/v2/pending-logins/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrievePendingLogin',
        summary: 'Retrieve a pending Login',
        description: 'For its User, and for admins of the Account.',
        params: UuidParams,
        response: { 200: dataOf(PendingLogin), ...refusals(400, 401, 403, 404) },
      },
    },
    async (request) => envelope(await actions.getPendingLogin(core, request.caller, request.params.uuid)),
  );

  api.post(
    '/api/v2/pending-logins/:uuid/accept',
    {
      schema: {
        tags,
        operationId: 'acceptPendingLogin',
        summary: 'Join the Account of a pending Login',
        description: 'Only for a User who is signed in. No token does it. Records login.created.',
        params: UuidParams,
        response: { 200: dataOf(Login), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request) => envelope(await actions.acceptPendingLogin(core, request.caller, request.params.uuid)),
  );

  api.delete(
    '/api/v2/pending-logins/:uuid',
    {
      schema: {
        tags,
        operationId: 'declinePendingLogin',
        summary: 'Decline to join the Account of a pending Login',
        description: 'Only for a User who is signed in. Admins of the Account withdraw the invitation.',
        params: UuidParams,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404) },
      },
    },
    async (request, reply) =>
      (await actions.declinePendingLogin(core, request.caller, request.params.uuid)) ??
      reply.code(204).send(),
  );
}
