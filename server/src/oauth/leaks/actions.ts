import { recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { Problem } from '../../platform/problem.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { revokeGrant } from '../grants/actions.ts';
import { leakMail } from '../grants/disconnection-mails.ts';
import { findLeakedToken } from './queries.ts';

/**
 * Ends the grant of an access or refresh token that somebody found, and mails its User. The whole
 * grant ends: whoever took one token of an application could probably read the others. The answer
 * says nothing about the token.
 */
export async function revokeGrantOfLeakedToken(
  core: Core,
  from: RequestOrigin,
  secret: string,
): Promise<void> {
  const kind = tokenKind(secret);
  if (kind !== 'oauth_access_token' && kind !== 'oauth_refresh_token') return;
  await core.db.transaction(async (tx) => {
    const token = await findLeakedToken(tx, hashToken(secret), toApiTime(core.clock.now()));
    const cause = { ...from, actor: { type: 'unknown' as const, uuid: null, name: 'token leak' } };
    if (!token || !(await revokeGrant(core, tx, cause, token.grant_uuid, 'token_leaked'))) return;
    const { uuid, user_uuid, client_uuid: oauth_client_uuid, application_name } = token;
    const details = { kind, token_uuid: uuid };
    await recordAudit(core, tx, cause, 'oauth_token.leaked', { user_uuid, oauth_client_uuid, details });
    const user = await findUser(tx, user_uuid);
    if (user instanceof Problem) return;
    await sendMails(core, tx, [leakMail(user, application_name, core.base_url)], { user_uuid });
  });
}
