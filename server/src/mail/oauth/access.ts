import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../platform/database/database.ts';
import type { SecretKey } from '../../platform/secrets/secret-key.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isMailProblem, type MailProblem } from '../mailboxes/mail-problem.ts';
import type { MailProvider } from '../mailboxes/provider.ts';
import * as queries from './queries.ts';
import { tokensByRefresh } from './tokens.ts';

export type AccessCore = {
  db: Queryable;
  clock: Clock;
  secretKey: SecretKey;
  mail_providers: readonly MailProvider[];
};

/** A token that ends sooner is not begun with: a look into a mailbox takes up to 40 s. */
const SPARE_MS = 2 * 60_000;

/** A process that has died while it asked stands in the way for so long. */
const ASKING_MAX_MS = 30_000;

/** How often, and how many times, is looked whether another process has the next token. */
const [AGAIN_MS, TRIES_MAX] = [250, 40];

type Of = { uuid: string; access_token_encrypted: Buffer | null };

/**
 * An access token for a mailbox, a new one if need be. Its provider is asked by one process at a
 * time, and outside of any transaction. `refused`: its User must sign in there again.
 */
export async function accessTo(
  core: AccessCore,
  uuid: string,
): Promise<{ token: string; of: Of; is_new: boolean } | MailProblem> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const row = await queries.findTokens(core.db, uuid);
    if (!row?.refresh_token_encrypted) return GONE;
    const now = core.clock.now();
    const { access_token_encrypted, refresh_token_encrypted } = row;
    if (access_token_encrypted && isLeft(row.access_until, now)) {
      const token = core.secretKey.decrypt(access_token_encrypted, `${uuid} access`);
      return { token, of: { uuid, access_token_encrypted }, is_new: tries > 0 };
    }
    const until = new Date(now.getTime() + ASKING_MAX_MS);
    const asked = { uuid, refresh_token_encrypted };
    if (await queries.beginRefresh(core.db, asked, { now, until })) return refresh(core, row.provider, asked);
    await delay(AGAIN_MS);
  }
  return { code: 'unreachable', detail: 'Another process has asked for access, and has none yet.' };
}

const GONE: MailProblem = { code: 'unreachable', detail: 'The mailbox is disconnected.' };

async function refresh(
  core: AccessCore,
  key: string | null,
  asked: { uuid: string; refresh_token_encrypted: Buffer },
): Promise<{ token: string; of: Of; is_new: true } | MailProblem> {
  const { uuid, refresh_token_encrypted } = asked;
  const provider = core.mail_providers.find((one) => one.key === key);
  const before = core.secretKey.decrypt(refresh_token_encrypted, `${uuid} refresh`);
  const given = provider ? await tokensByRefresh(provider, before) : UNKNOWN;
  if (isMailProblem(given)) {
    await queries.endRefresh(core.db, asked, null);
    return given;
  }
  const sealed = sealTokens(core, uuid, { ...given, refresh_token: given.refresh_token ?? before });
  await queries.endRefresh(core.db, asked, sealed);
  return { token: given.access_token, of: { uuid, access_token_encrypted: sealed.access }, is_new: true };
}

const UNKNOWN: MailProblem = {
  code: 'unreachable',
  detail: 'The operator of this Rapport lets nobody in by this provider any more.',
};

/** Tokens as they are kept: each encrypted for its mailbox and its use. */
export function sealTokens(
  { secretKey, clock }: Pick<AccessCore, 'secretKey' | 'clock'>,
  uuid: string,
  given: { access_token: string; refresh_token: string; expires_in_s: number },
): { refresh: Buffer; access: Buffer; until: Date } {
  return {
    refresh: secretKey.encrypt(given.refresh_token, `${uuid} refresh`),
    access: secretKey.encrypt(given.access_token, `${uuid} access`),
    until: new Date(clock.now().getTime() + given.expires_in_s * 1000),
  };
}

function isLeft(until: string | null, now: Date): boolean {
  return until !== null && new Date(until).getTime() - now.getTime() > SPARE_MS;
}
