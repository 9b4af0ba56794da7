import { Problem } from '../platform/problem.ts';
import type { Caller } from './caller.ts';

/** 403 for an Account that is closed to the caller until they set up a second factor. */
export function refuseClosed({ closed_accounts = [] }: Caller, account_uuid: string): Problem | null {
  const closed = closed_accounts.find(({ uuid }) => uuid === account_uuid);
  return closed ? secondFactorRequired([closed.name]) : null;
}

/**
 * 403 while an Account is closed to the caller. It guards everything that could let others into all
 * of the User's Accounts: tokens, applications, webhooks.
 */
export function refuseWhileClosed({ closed_accounts = [] }: Caller): Problem | null {
  return closed_accounts.length > 0 ? secondFactorRequired(closed_accounts.map(({ name }) => name)) : null;
}

function secondFactorRequired(names: string[]): Problem {
  const who = `${names.join(', ')} ${names.length === 1 ? 'requires' : 'require'}`;
  return new Problem(
    'second_factor_required',
    `${who} a second factor of all members, and you have none. Set one up under Settings, Security, then try again.`,
  );
}
