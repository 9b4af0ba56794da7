import { EVERYTHING, NARROW_SCOPES } from '@rapport/contract/scopes';
import { Problem } from '../platform/problem.ts';
import type { Caller } from './caller.ts';
import { challenge } from './challenge.ts';

/** What an operation asks of a token. `server/src/operation-scopes.ts` states it for each. */
export type Needed = {
  /** Scopes of which the token must have each. */
  readonly all: readonly string[];
  /** Scopes of which it must have one; the answer has what those it has give. */
  readonly any?: readonly string[];
  /** True for what is about the User: a token for chosen Accounts does not do it. */
  readonly of_user?: true;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route asks of a token; left out: everything. */
    needed?: Needed;
  }
}

/** What an operation needs that nothing is stated about. */
export const NEEDS_EVERYTHING: Needed = { all: [EVERYTHING] };

/** The part of a caller that says how much of their User they may use. */
export type Scoped = Pick<Caller, 'scope' | 'account_uuids'>;

/** True for a caller with all that the User has: a session, or a token that nobody narrowed. */
export function isWhole({ scope, account_uuids = null }: Scoped): boolean {
  return hasAll(scope) && account_uuids === null;
}

/** True for a caller who may do in their Accounts all that the User may. */
export function hasAll(scope: readonly string[] = [EVERYTHING]): boolean {
  return scope.includes(EVERYTHING);
}

/** 403 when the token lacks a scope that is needed (RFC 6750 §3.1), or null. */
export function refuseScope(
  caller: Scoped & { actor: Pick<Caller['actor'], 'type'> },
  needed: Needed,
): Problem | null {
  const { scope = [EVERYTHING], account_uuids = null } = caller;
  const has = (one: string) => scope.includes(one) || (hasAll(scope) && NARROW_SCOPES.includes(one));
  const isMet = needed.all.every(has) && (needed.any?.some(has) ?? true);
  if (isMet && needed.of_user && account_uuids !== null) return refuseChosenAccounts();
  return isMet ? null : insufficientScope(caller, lacking(scope, needed));
}

/** The scopes to ask for. A token that is only for signing in is told of all. */
function lacking(scope: readonly string[], { all, any }: Needed): readonly string[] {
  const isOfApi = hasAll(scope) || scope.some((one) => NARROW_SCOPES.includes(one));
  if (!isOfApi && all.every((one) => NARROW_SCOPES.includes(one))) return [EVERYTHING];
  return any === undefined ? all : [...all, ...any.slice(0, 1)];
}

/** 403 that names what is needed, in words, in the header and in `needed`. */
export function insufficientScope(
  { scope = [EVERYTHING], actor }: Scoped & { actor: Pick<Caller['actor'], 'type'> },
  needed: readonly string[],
): Problem {
  const text = needed.join(' ');
  const isPersonal = actor.type === 'personal_access_token';
  const detail =
    isPersonal && needed.includes('openid')
      ? `This needs a token of an application with the scope ${text}. For a personal access token, GET /api/v2/me shows the User.`
      : `The token has the scope ${scope.join(' ')}, and this needs ${text}. ${isPersonal ? 'Create a token with it on the pages.' : `Ask for ${text} in the authorization request.`}`;
  const parameters = ['error="insufficient_scope"', `scope="${text}"`, `error_description="${detail}"`];
  return new Problem('insufficient_scope', detail, { ...challenge(...parameters), needed });
}

function refuseChosenAccounts(): Problem {
  const detail =
    'This is about the User and all their Accounts, and the token is for chosen Accounts. Use a token for all of them.';
  const parameters = ['error="insufficient_scope"', `scope="${EVERYTHING}"`, `error_description="${detail}"`];
  return new Problem('insufficient_scope', detail, { ...challenge(...parameters), needed: [EVERYTHING] });
}
