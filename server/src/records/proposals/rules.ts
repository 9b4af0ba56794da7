import type { FieldError } from '@rapport/contract/problems';
import type { Proposal } from '@rapport/contract/proposals';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import type { Kept, ProposalRow } from './queries.ts';

/** The proposal without a word of its records, as lists and events tell it. */
export function shown(row: ProposalRow, now: string): Proposal {
  const { uuid, account_uuid, user_uuid, actor, operations, expires_at, created_at, updated_at } = row;
  return {
    ...{ uuid, account_uuid, user_uuid, state: stateOf(row, now), proposed_by: actor },
    ...{ expires_at, created_at, updated_at },
    operations: operations.map(({ action, resource, uuid, state }) => ({ action, resource, uuid, state })),
  };
}

export function stateOf({ operations, expires_at }: ProposalRow, now: string): Proposal['state'] {
  const has = (state: Kept['state']) => operations.some((one) => one.state === state);
  if (has('open')) {
    if (expires_at > now) return 'open';
    return has('accepted') ? 'partly_accepted' : 'expired';
  }
  if (!has('declined')) return 'accepted';
  return has('accepted') ? 'partly_accepted' : 'declined';
}

/** 409 for a proposal that waits for nobody any more. */
export function refuseEnded(row: ProposalRow, now: string): Problem | null {
  const state = stateOf(row, now);
  if (state === 'open') return null;
  const why = state === 'expired' ? `It ended at ${row.expires_at}` : 'It was decided before';
  return new Problem('conflict', `${why}. Look at it again; the program can propose it anew.`);
}

/** 422 or 409 for operations that there are not, or that somebody has decided. */
export function refuseChoice(operations: Kept[], indexes: number[]): Problem | null {
  const faults = indexes.flatMap((index, at): FieldError[] => {
    const pointer = `/operations/${at}`;
    if (index >= operations.length)
      return [{ pointer, code: 'not_found', detail: `${pointer}: there is no operation ${index}.` }];
    if (indexes.indexOf(index) === at) return [];
    return [{ pointer, code: 'not_unique', detail: `${pointer}: operation ${index} is there twice.` }];
  });
  if (faults.length > 0) return fieldsInvalid(...faults);
  const decided = indexes.filter((index) => operations[index]!.state !== 'open');
  if (decided.length === 0) return null;
  const detail = `Somebody has decided operation ${decided.join(', ')} already. Load the proposal again.`;
  return new Problem('conflict', detail);
}

/** A refusal of one operation, with its place in what was sent. */
export function atOperation(problem: Problem, index: number): Problem {
  const errors = problem.errors.map((one) => ({
    ...one,
    pointer: `/operations/${index}/fields${one.pointer}`,
  }));
  return new Problem(problem.code, `Operation ${index}: ${problem.detail}`, {
    errors,
    headers: problem.headers,
  });
}

/** What people read of it in one line: who proposes, and why. */
export function titleOf({ actor, message }: Pick<ProposalRow, 'actor' | 'message'>): string {
  return message ? `${actor.name}: ${message}` : actor.name;
}
