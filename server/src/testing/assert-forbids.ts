import assert from 'node:assert/strict';
import type { Role } from '@rapport/contract/accounts';
import type { Team } from './team.ts';
import type { Answer, CallOptions, TestApp } from './test-app.ts';

/** The roles, in order of increasing rights. */
const ROLES_UPWARDS: Role[] = ['viewer', 'member', 'admin', 'owner'];

/**
 * Fails unless a request that one User may make is refused to everybody who may not.
 *
 * - 401 without a token or with a made-up one.
 * - 403 with a role in the Account below `needs`.
 * - 404 for a User of another Account, as if the record did not exist. With `needs: 'self'` the
 *   record belongs to a single User, and not even the owner of their Account sees it.
 *
 * No refusal may show anything of `secrets`.
 */
export async function assertForbids(
  app: TestApp,
  team: Team,
  request: { method: string; path: string } & Pick<CallOptions, 'body' | 'headers'>,
  needs: Role | 'self',
  secrets: string[] = [],
): Promise<void> {
  const { method, path, ...options } = request;
  const call = (more: CallOptions) => app.call(method, path, { ...options, ...more });

  const anonymous = await call({});
  assertRefused(anonymous, 401, 'credentials_missing', 'without a token');
  assert.equal(anonymous.headers.get('www-authenticate'), 'Bearer realm="Rapport"');
  const made_up = await call({ as: { ...team.owner, token: 'rpt_pat_made-up' } });
  assertRefused(made_up, 401, 'invalid_token', 'with a made-up token');
  const answers = [anonymous, made_up];

  const foreigners = needs === 'self' ? [team.stranger, team.owner] : [team.stranger];
  for (const as of foreigners) {
    const answer = await call({ as });
    assertRefused(answer, 404, 'not_found', `as ${as.name}`);
    answers.push(answer);
  }
  for (const role of needs === 'self' ? [] : ROLES_UPWARDS.slice(0, ROLES_UPWARDS.indexOf(needs))) {
    const answer = await call({ as: team[role] });
    assertRefused(answer, 403, 'role_insufficient', `as ${role}`);
    assert.match(answer.body.detail, new RegExp(`needs the role ${needs} .* yours is ${role}`));
  }
  for (const answer of answers) assertShowsNothingOf(secrets, answer);
}

/** Fails when one of these texts is in the headers or the body of the answer. */
export function assertShowsNothingOf(secrets: string[], answer: Answer): void {
  const seen = JSON.stringify([[...answer.headers], answer.body]);
  for (const secret of secrets) assert.ok(!seen.includes(secret), `the answer shows "${secret}": ${seen}`);
}

export function assertRefused(answer: Answer, status: number, code: string, when = ''): void {
  const seen = [answer.status, answer.body?.code];
  assert.deepEqual(seen, [status, code], `${when}: ${JSON.stringify(answer.body)}`);
}
