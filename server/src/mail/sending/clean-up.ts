import { forgetting } from '../../platform/database/delete-before.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes a batch of mails that have been on their way no more for 30 days; returns how many. */
export const forgetEndedOutgoing = forgetting('outgoing_mails', 'ended_at', KEPT_MS);
