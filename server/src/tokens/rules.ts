import { PERSONAL_ACCESS_TOKENS_MAX, TOKEN_NAME_MAX_LENGTH } from '@rapport/contract/personal-access-tokens';
import { EVERYTHING, isScope, NARROW_SCOPES, SCOPE_WORDS, scopesOf } from '@rapport/contract/scopes';
import type { Caller } from '../access/caller.ts';
import { challenge, invalidToken } from '../access/challenge.ts';
import { may, reachOf } from '../access/reach.ts';
import { nameErrorOf } from '../platform/names.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';
import { TOKEN_PREFIXES } from '../platform/secrets/random-tokens.ts';

/** The default lifetime of a token. */
export const TOKEN_LIFETIME_DEFAULT_MS = 90 * 24 * 60 * 60 * 1000;

/** A longer lifetime is a mistake of the unit. A token without an end is null instead. */
export const TOKEN_LIFETIME_MAX_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/**
 * The last use is noted only after this time: a write for each request would cost more than it is
 * worth.
 */
export const LAST_USED_INTERVAL_MS = 5 * 60 * 1000;

/** 422 with the fault of a new token, or null. */
export function refuseToken(name: string, expires_in_ms: number | null, liveTokens: number): Problem | null {
  const nameError = nameErrorOf('/name', name, TOKEN_NAME_MAX_LENGTH);
  if (nameError) return fieldsInvalid(nameError);
  if (expires_in_ms !== null && !(expires_in_ms > 0 && expires_in_ms <= TOKEN_LIFETIME_MAX_MS)) {
    const code = expires_in_ms > 0 ? 'too_large' : 'too_small';
    const detail = 'A token lives at most 100 years, or without end. Choose a time such as 90 days from now.';
    return fieldsInvalid({ pointer: '/expires_at', code, detail });
  }
  if (liveTokens < PERSONAL_ACCESS_TOKENS_MAX) return null;
  return new Problem(
    'limit_reached',
    `There are ${PERSONAL_ACCESS_TOKENS_MAX} live tokens, the most allowed for a User. Revoke one first.`,
  );
}

/** The scopes of a new token; 422 for a word that is none. Without words: everything. */
export function readScope(text: string = EVERYTHING): string[] | Problem {
  const words = text.split(' ').filter((word) => word !== '');
  const unknown = words.find((word) => !isScope(word));
  if (unknown === undefined && words.length > 0) return scopesOf(words);
  const known = [EVERYTHING, ...Object.keys(SCOPE_WORDS), ...NARROW_SCOPES].join(', ');
  const what = unknown === undefined ? 'scope is empty' : `There is no scope ${unknown}`;
  const detail = `${what}. Scopes, separated by spaces: ${known}. Left out: *.`;
  return fieldsInvalid({ pointer: '/scope', code: 'not_in_list', detail });
}

/** 422 for chosen Accounts that are not all the caller's, or leave out the token's default. */
export function refuseStrangeAccounts(
  caller: Caller,
  account_uuids: string[] | null,
  default_account_uuid: string | null,
): Problem | null {
  if (account_uuids === null) return null;
  const reach = reachOf(caller);
  const strange = account_uuids.findIndex((uuid) => !may(reach, uuid, 'read'));
  if (strange >= 0) {
    const detail = `/account_uuids/${strange} is no Account that you have a login to (GET /api/v2/accounts).`;
    return fieldsInvalid({ pointer: `/account_uuids/${strange}`, code: 'not_found', detail });
  }
  if (default_account_uuid === null || account_uuids.includes(default_account_uuid.toLowerCase()))
    return null;
  const detail = 'default_account_uuid must be one of account_uuids, or be left out.';
  return fieldsInvalid({ pointer: '/default_account_uuid', code: 'not_allowed', detail });
}

/** The bearer token of a request, or a refusal (RFC 6750 §2.1 and §3.1). */
export function readBearerToken(authorization: string | undefined, query: unknown): string | Problem {
  if (typeof query === 'object' && query !== null && 'access_token' in query) {
    return malformed(
      'A token in the address ends up in logs, so it is refused; treat this one as leaked. Send Authorization: Bearer <TOKEN>.',
    );
  }
  if (authorization === undefined || !/^bearer( |$)/i.test(authorization)) {
    const detail =
      'Send Authorization: Bearer <TOKEN>, with a personal access token or an OAuth access token.';
    // Without an error code, as RFC 6750 §3.1 asks when a request has no credentials.
    return new Problem('credentials_missing', detail, challenge());
  }
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token !== undefined) return token;
  return malformed(
    'The Authorization header is malformed. Send the word Bearer, one space and one token, without quotes.',
  );
}

/** 400 for two Authorization headers: they are ambiguous (RFC 6750 §3.1). */
export function sentTwice(): Problem {
  return malformed('There is more than one Authorization header. Send one.');
}

function malformed(detail: string): Problem {
  return new Problem('invalid_request', detail, challenge('error="invalid_request"'));
}

/** The refusal of a text that cannot be a token of ours; it needs no query. */
export function explainForeignToken(token: string): Problem {
  const ours = Object.values(TOKEN_PREFIXES).some((prefix) => token.startsWith(prefix));
  if (!ours) {
    return invalidToken(
      `This is not a token of this service. Personal access tokens begin with ${TOKEN_PREFIXES.personal_access_token}.`,
    );
  }
  const bearer = ['personal_access_token', 'oauth_access_token'] as const;
  return invalidToken(
    bearer.some((kind) => token.startsWith(TOKEN_PREFIXES[kind]))
      ? 'The token is mistyped or cut: its checksum is wrong. Copy the whole token again.'
      : 'This is not an access token. Refresh tokens, codes and secrets are only for the token endpoint.',
  );
}
