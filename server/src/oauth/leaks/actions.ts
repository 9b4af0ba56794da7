import { recordAudit } from '../../audit/actions.ts';
import { findUser } from '../../identity/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Problem } from '../../platform/problem.ts';
import type { Jobs } from '../../platform/process/jobs.ts';
import { hashToken, tokenKind } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { revokeGrant } from '../grants/actions.ts';
import { leakMail } from '../grants/disconnection-mails.ts';
import { findLeakedToken, type LeakedToken } from './queries.ts';

/**
 * Ends the grant of an access or refresh token that somebody found, and mails its User. The whole
 * grant ends: whoever took one token of an application could probably read the others. The answer
 * says nothing about the token.
 */
export async function revokeGrantOfLeakedToken(
  core: Core & { mailer: Mailer; jobs: Jobs },
  from: RequestOrigin,
  secret: string,
): Promise<void> {
  const kind = tokenKind(secret);
  if (kind !== 'oauth_access_token' && kind !== 'oauth_refresh_token') return;
  const ended = await core.db.transaction(async (tx) => {
    const token = await findLeakedToken(tx, hashToken(secret), toApiTime(core.clock.now()));
    const cause = { ...from, actor: { type: 'unknown' as const, uuid: null, name: 'token leak' } };
    if (!token || !(await revokeGrant(core, tx, cause, token.grant_uuid, 'token_leaked'))) return undefined;
    const { uuid, user_uuid, client_uuid: oauth_client_uuid } = token;
    const details = { kind, token_uuid: uuid };
    await recordAudit(core, tx, cause, 'oauth_token.leaked', { user_uuid, oauth_client_uuid, details });
    return token;
  });
  if (ended) core.jobs.start('mail of a leaked token', () => tellUser(core, ended));
}

/**
 * Mails the User in the background: the time that the mail server takes would reveal that the token
 * exists.
 */
async function tellUser(
  core: Core & { mailer: Mailer },
  { user_uuid, application_name }: LeakedToken,
): Promise<void> {
  const user = await findUser(core.db, user_uuid);
  if (!(user instanceof Problem)) await core.mailer.send(leakMail(user, application_name, core.base_url));
}
