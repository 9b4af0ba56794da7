import { at } from './path.ts';
import type { Proposal, ProposalCreate, ProposalInFull } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, retrieve } from './verbs.ts';

/**
 * Returns the functions about proposals: changes that a person accepts or declines on the pages.
 */
export function proposals(send: Transport) {
  return {
    /** Lists them, the newest first. */
    list: (
      query: { account_uuid?: string; open?: boolean; limit?: number; cursor?: string } = {},
      call: CallOptions = {},
    ) => list<Proposal>(send, '/api/v2/proposals', query, call),
    /** Proposes changes. Nothing is written before a person accepts them. */
    create: (proposal: ProposalCreate, call: CreateOption = {}) =>
      create<ProposalInFull>(send, '/api/v2/proposals', proposal, call),
    /** With what it would do to its records as they are now, and what was decided. */
    retrieve: (uuid: string, call: CallOptions = {}) =>
      retrieve<ProposalInFull>(send, at`/api/v2/proposals/${uuid}`, call),
  };
}
