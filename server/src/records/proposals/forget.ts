import { forgetting } from '../../platform/database/delete-before.ts';

/** Ended ones stay for this time, so that people find what became of them. */
const ENDED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes a batch of proposals that ended long ago; returns their number. */
export const forgetEndedProposals = forgetting(
  'proposals',
  'coalesce(decided_at, expires_at)',
  ENDED_LIFETIME_MS,
);
