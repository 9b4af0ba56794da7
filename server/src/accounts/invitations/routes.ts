import { Invitation, InvitationCreate, InvitationLink } from '@rapport/contract/invitations';
import { InvitationAcceptance, LinkCode } from '@rapport/contract/sessions';
import { FRESH } from '../../access/rules.ts';
import { readCookie, setCookie } from '../../identity/sessions/cookie.ts';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { requestOriginOf } from '../../platform/http/server/request-origin.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import { resourceRoutes } from '../../platform/resources/resource-routes.ts';
import type { PeopleCore } from '../owner-mails.ts';
import * as actions from './actions.ts';

const tags = ['Invitations'];

export function invitationRoutes(api: Api, core: actions.InvitationCore & Once): void {
  api.get(
    '/api/v2/accounts/:uuid/invitations',
    {
      schema: {
        tags,
        operationId: 'listInvitations',
        summary: 'List the open invitations to an Account',
        description: 'Needs the role admin.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(Invitation), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) => {
      const invitations = await actions.listInvitations(core, caller, params.uuid);
      return invitations instanceof Problem ? invitations : pageOfWhole(invitations, 'uuid', query);
    },
  );

  api.post(
    '/api/v2/accounts/:uuid/invitations',
    {
      schema: {
        tags,
        operationId: 'createInvitation',
        summary: 'Invite somebody to an Account',
        description: `Mails a link that works once, for seven days, as long as you have the right to invite; 409 for a member. A User who is there already must be signed in to accept. Needs the role admin; at most 100 a day. ${FRESH}`,
        params: UuidParams,
        body: InvitationCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(Invitation), ...refusals(400, 401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const invitation = await answerOnce(core, request, (core) =>
        actions.invite(core, caller, params.uuid, body),
      );
      return answerCreated(reply, core, '/api/v2/invitations', invitation);
    },
  );

  // No Idempotency-Key: repeating the answer would mean storing the link.
  api.post(
    '/api/v2/invitations/:uuid/link',
    {
      schema: {
        tags,
        operationId: 'createInvitationLink',
        summary: 'Get a link to pass on yourself',
        description: `Only when no mail server is set, else 409. The former link stops working. ${FRESH}`,
        params: UuidParams,
        response: {
          200: dataOf(InvitationLink),
          ...refusals(400, 401, 403, 404, 409),
        },
      },
    },
    async ({ caller, params }, reply) => {
      const made = await actions.makeInvitationLink(core, caller, params.uuid);
      return made instanceof Problem ? made : reply.header('cache-control', 'no-store').send({ data: made });
    },
  );

  resourceRoutes(api, core, {
    path: '/api/v2/invitations',
    tags,
    name: 'Invitation',
    words: 'invitation',
    schema: Invitation,
    delete: {
      summary: 'Withdraw an invitation',
      description: FRESH,
      refused: [403],
      act: (caller, uuid) => actions.withdrawInvitation(core, caller, uuid),
    },
  });
}

/** The routes behind the mailed link, for people who are not signed in. */
export function invitationLinkRoutes(api: Api, core: PeopleCore): void {
  api.post('/web/invitations/look-up', { schema: { hide: true, body: LinkCode } }, async (request) => {
    const cookie = readCookie(request, core.base_url, 'session');
    return envelope(await actions.lookUpInvitation(core, request.body.code, cookie));
  });

  api.post(
    '/web/invitations/accept',
    { schema: { hide: true, body: InvitationAcceptance } },
    async (request, reply) => {
      const oldCookie = readCookie(request, core.base_url, 'session');
      const accepted = await actions.acceptInvitation(
        core,
        requestOriginOf(request),
        request.body,
        oldCookie,
      );
      if (accepted instanceof Problem) return accepted;
      const { login, session, cookie } = accepted;
      if (session && cookie) setCookie(reply, core, 'session', cookie, session.expires_at);
      return { data: { account_uuid: login.account_uuid, is_signed_in: session !== null } };
    },
  );
}
