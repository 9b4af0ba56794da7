/** Texts of proposals: changes that a program proposes, and a person decides. */
const STATES = {
  open: 'Open',
  accepted: 'Accepted',
  partly_accepted: 'Partly accepted',
  declined: 'Declined',
  expired: 'Expired',
};

export const proposals = {
  title: 'Proposals',
  one: 'Proposal',
  about:
    'Changes that your programs and assistants propose. Nothing is written until you accept it. Owners and admins see all of their Accounts.',
  emptyTitle: 'No proposals',
  empty: 'A program that may only propose leaves its changes here, and you accept or decline them.',
  back: 'All proposals',
  states: STATES,
  changesOf: (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`,
  by: 'Who',
  why: 'Why',
  when: 'When',
  until: 'Can be accepted until',
  what: 'What would change',
  whatWas: 'What was proposed',
  create: (kind: string) => `New: ${kind}`,
  update: (kind: string) => kind,
  chosen: 'Accept this',
  nothing: 'Nothing would change: it is so already.',
  accept: (count: number, all: number) => (count === all ? 'Accept' : `Accept ${count} of ${all}`),
  decline: 'Decline the rest',
  declineAll: 'Decline',
  accepted: 'Accepted.',
  declined: 'Declined.',
  seeChange: 'See the change',
  readOnly: 'Your role only reads. An owner or admin of the Account can decide.',
};
