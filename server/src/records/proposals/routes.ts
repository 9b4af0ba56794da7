import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  Proposal,
  ProposalAccept,
  ProposalCreate,
  ProposalDecline,
  ProposalInFull,
} from '@rapport/contract/proposals';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, optionalBody, pagesOf, refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce } from '../../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { newestFirstQuery } from '../../platform/lists/list-schema.ts';
import type { RoutesCore } from '../standard-routes.ts';
import * as actions from './actions.ts';

const PATH = '/api/v2/proposals';
const tags = ['Proposals'];

const ProposalsQuery = Closed({
  ...newestFirstQuery('Proposals').properties,
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only those in this Account.' })),
  open: Type.Optional(Type.Boolean({ description: 'Only those that wait for a decision.' })),
});

const DECIDES =
  'Only for a User who is signed in. No token does it: a person decides, with what they themselves may do.';

export function proposalRoutes(api: Api, core: RoutesCore): void {
  api.get(
    PATH,
    {
      schema: {
        ...{ tags, operationId: 'listProposals', summary: 'List proposals' },
        description:
          'Those made to you, and all of Accounts that you are an owner or admin of, the newest first.',
        querystring: ProposalsQuery,
        response: { 200: pagesOf(Proposal), ...refusals(400, 401, 403, 404) },
      },
    },
    ({ caller, query }) =>
      actions.listProposals(core, caller, { ...query, limit: query.limit ?? LIMIT_DEFAULT }),
  );

  api.post(
    PATH,
    {
      schema: {
        ...{ tags, operationId: 'createProposal', summary: 'Propose changes' },
        description:
          'Writes no record: a person reads what would change, and accepts all of it, a part, or nothing. Each operation must be possible ' +
          'when it is proposed. Records proposal.created, and tells the User.',
        body: ProposalCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(ProposalInFull), ...refusals(400, 401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const made = await answerOnce(core, request, (core) => actions.createProposal(core, caller, body));
      return answerCreated(reply, core, PATH, made);
    },
  );

  api.get(
    `${PATH}/:uuid`,
    {
      schema: {
        ...{ tags, operationId: 'retrieveProposal', summary: 'Retrieve a proposal' },
        description: 'With what each part would do to its record as it is now.',
        params: UuidParams,
        response: { 200: dataOf(ProposalInFull), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }) => envelope(await actions.getProposal(core, caller, params.uuid)),
  );

  api.post(
    `${PATH}/:uuid/accept`,
    {
      schema: {
        ...{ tags, operationId: 'acceptProposal', summary: 'Accept a proposal, or a part of it' },
        description: `${DECIDES} What is accepted is one change, which can be taken back. When one part is refused nothing is written. Records proposal.accepted.`,
        params: UuidParams,
        body: ProposalAccept,
        response: { 200: dataOf(ProposalInFull), ...refusals(400, 401, 403, 404, 409, 412, 422) },
      },
    },
    async ({ caller, params, body }) =>
      envelope(await actions.acceptProposal(core, caller, params.uuid, body)),
  );

  api.post(
    `${PATH}/:uuid/decline`,
    {
      schema: {
        ...{ tags, operationId: 'declineProposal', summary: 'Decline a proposal, or a part of it' },
        description: `${DECIDES} Records proposal.declined.`,
        params: UuidParams,
        body: optionalBody(ProposalDecline),
        response: { 200: dataOf(ProposalInFull), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, params, body }) =>
      envelope(await actions.declineProposal(core, caller, params.uuid, body.operations)),
  );
}
