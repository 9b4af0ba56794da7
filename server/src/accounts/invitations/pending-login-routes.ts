import { LOGINS_MAX, Login, LoginCreate, OWNED_ACCOUNTS_MAX } from '@rapport/contract/accounts';
import { PendingLogin } from '@rapport/contract/pending-logins';
import { FRESH } from '../../access/rules.ts';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { resourceRoutes } from '../../platform/resources/resource-routes.ts';
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
        description: `The User gets a pending Login, which gives no access before they accept it on the page Accounts, within a week. A User whose address nobody has proven (\`email_verified\`) is added only with \`address_confirmed\`. Needs the role admin; only an owner adds owners; at most 100 a day. A User can have ${LOGINS_MAX} Logins and own ${OWNED_ACCOUNTS_MAX} Accounts. ${FRESH}`,
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

  resourceRoutes(api, core, {
    path: '/api/v2/pending-logins',
    tags,
    name: 'PendingLogin',
    words: 'pending Login',
    schema: PendingLogin,
    list: {
      summary: 'List the Accounts that you are asked to join',
      act: (caller) => actions.listPendingLogins(core, caller),
    },
    retrieve: {
      description: 'For its User, and for admins of the Account.',
      refused: [403],
      act: (...one) => actions.getPendingLogin(core, ...one),
    },
    delete: {
      operation: 'declinePendingLogin',
      summary: 'Decline to join the Account of a pending Login',
      description: 'Only for a User who is signed in. Admins of the Account withdraw the invitation.',
      refused: [403],
      act: (caller, uuid) => actions.declinePendingLogin(core, caller, uuid),
    },
  });

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
}
