import { createHash, randomBytes } from 'node:crypto';
import {
  MAILBOX_PAST_DAYS,
  type Mailbox,
  type MailboxAuthorize,
  type MailboxAuthorized,
  type MailboxSignIn,
} from '@rapport/contract/mailboxes';
import type { Caller } from '../../access/caller.ts';
import { accountToWrite, refuseUnless } from '../../access/rules.ts';
import { nudgeUser } from '../../live/nudge.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import {
  atRest,
  connectMailbox,
  type MailboxCore,
  ownerOf,
  readNow,
  shownMailbox,
} from '../mailboxes/actions.ts';
import { checkMailbox } from '../mailboxes/check.ts';
import { isMailProblem } from '../mailboxes/mail-problem.ts';
import { endpointsOf, type MailProvider } from '../mailboxes/provider.ts';
import { findMailbox, updateTokens } from '../mailboxes/queries.ts';
import { sealTokens } from './access.ts';
import { type Tokens, tokensByCode } from './tokens.ts';

/** Who signs in takes a few minutes at the most. */
const SIGN_IN_MAX_MS = 10 * 60_000;

/**
 * What comes back with the code, encrypted: whose sign-in it is, and for what. So nothing is kept
 * of those that are never ended. A code is good once, and only with this verifier (RFC 7636).
 */
type SignInState = Pick<MailboxAuthorize, 'address' | 'provider' | 'default_visibility' | 'past_days'> & {
  user_uuid: string;
  account_uuid: string;
  /** The mailbox that signs in again; null: it is another one. */
  mailbox_uuid: string | null;
  code_verifier: string;
  until_ms: number;
};

const STATE = 'sign-in of a mailbox';

/** Where the caller signs in to connect a mailbox. */
export async function authorize(
  core: MailboxCore,
  caller: Caller,
  { address, provider, default_visibility, past_days, ...body }: MailboxAuthorize,
): Promise<MailboxSignIn | Problem> {
  const account_uuid = accountToWrite(caller, body.account_uuid, 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  const asked = { address, provider, account_uuid, mailbox_uuid: null };
  return signInAt(core, caller, {
    ...asked,
    ...(default_visibility && { default_visibility }),
    ...(past_days !== undefined && { past_days }),
  });
}

/** Where the caller signs in again, so that a mailbox of theirs goes on. */
export async function authorizeAgain(
  core: MailboxCore,
  caller: Caller,
  uuid: string,
): Promise<MailboxSignIn | Problem> {
  const row = await findMailbox(core.db, ownerOf(caller), uuid);
  if (!row) return notFound('mailbox');
  const { account_uuid, address, provider } = row;
  const refusal = refuseUnless(caller, account_uuid, 'write_records', 'mailbox');
  if (refusal) return refusal;
  if (provider === null)
    return new Problem('conflict', 'This mailbox has a password. Change that, or connect it anew.');
  return signInAt(core, caller, { address, provider, account_uuid, mailbox_uuid: uuid });
}

async function signInAt(
  core: MailboxCore,
  { user_uuid }: Caller,
  asked: Omit<SignInState, 'user_uuid' | 'code_verifier' | 'until_ms'>,
): Promise<MailboxSignIn | Problem> {
  if (core.is_copy) return atRest();
  const provider = providerOf(core, asked.provider);
  if (provider instanceof Problem) return provider;
  const endpoints = await endpointsOf(provider);
  if (typeof endpoints === 'string') return new Problem('mailbox_refused', endpoints);
  const code_verifier = randomBytes(32).toString('base64url');
  const until_ms = core.clock.now().getTime() + SIGN_IN_MAX_MS;
  const state: SignInState = { ...asked, user_uuid, code_verifier, until_ms };
  const url = new URL(endpoints.authorization);
  const sent = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: backTo(core, provider),
    scope: provider.scope,
    state: core.secretKey.encrypt(JSON.stringify(state), STATE).toString('base64url'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: asked.address,
    ...provider.asks,
  };
  for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value);
  return { url: url.href };
}

/**
 * The page to which a provider sends the browser back. Each has one of its own: else one could pass
 * a browser on to another, and be given the code of that (RFC 9700 §4.4).
 */
function backTo({ base_url }: MailboxCore, { key }: MailProvider): string {
  return `${base_url}/settings/mailboxes/signed-in/${key}`;
}

/**
 * Connects the mailbox with which the caller came back, or lets it go on. Its server is asked
 * first: it refuses who has signed in as somebody else.
 */
export async function authorized(
  core: MailboxCore,
  caller: Caller,
  { provider: came_from, state: sent, code, iss }: MailboxAuthorized,
): Promise<Mailbox | Problem> {
  if (core.is_copy) return atRest();
  const state = stateIn(core, caller, sent);
  if (state instanceof Problem) return state;
  const refusal = refuseUnless(caller, state.account_uuid, 'write_records', 'mailbox');
  if (refusal) return refusal;
  const provider = providerOf(core, state.provider);
  if (provider instanceof Problem) return provider;
  if (came_from !== provider.key) return refused(provider, 'The answer is of another provider.');
  const endpoints = await endpointsOf(provider);
  const isOther = iss !== undefined && provider.issuer !== null && iss !== provider.issuer;
  if (isOther || (typeof endpoints !== 'string' && endpoints.names_itself && iss === undefined))
    return refused(provider, 'The answer is of another issuer.');
  const { code_verifier } = state;
  const given = await tokensByCode(provider, {
    code,
    code_verifier,
    redirect_uri: backTo(core, provider),
  });
  if (isMailProblem(given)) return refused(provider, given.detail);
  const { access_token, refresh_token } = given;
  if (refresh_token === null)
    return refused(provider, 'It gave access for an hour alone. Remove Rapport there, and sign in again.');
  const { address: username } = state;
  const sign_in = { ...provider, username, secret: { access_token } };
  const checked = await checkMailbox(sign_in, null, core.mail_targets);
  if (checked instanceof Problem) return checked;
  return keep(core, caller, { state, provider, given: { ...given, refresh_token } });
}

type Granted = { state: SignInState; provider: MailProvider; given: Tokens & { refresh_token: string } };

function keep(
  core: MailboxCore,
  caller: Caller,
  { state, provider, given }: Granted,
): Promise<Mailbox | Problem> {
  const { mailbox_uuid, account_uuid, address } = state;
  const { default_visibility = 'trace', past_days = MAILBOX_PAST_DAYS } = state;
  if (mailbox_uuid !== null) return goOn(core, caller, mailbox_uuid, given);
  const uuid = newUuid(core.clock.now());
  const { key, imap, smtp } = provider;
  return connectMailbox(core, caller, {
    uuid,
    account_uuid,
    address,
    username: address,
    password_encrypted: null,
    smtp_username: null,
    smtp_password_encrypted: null,
    provider: key,
    tokens: sealTokens(core, uuid, given),
    imap,
    smtp,
    default_visibility,
    signature: '',
    past_days,
  });
}

function goOn(
  core: MailboxCore,
  caller: Caller,
  uuid: string,
  given: Granted['given'],
): Promise<Mailbox | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await findMailbox(tx, ownerOf(caller), uuid);
    if (!before) return notFound('mailbox');
    // First the job, then the mailbox: its step locks them in this order.
    await readNow(core, tx, { ...before, state: 'live' });
    const row = await findMailbox(tx, ownerOf(caller), uuid, { lock: true });
    if (!row) return notFound('mailbox');
    const after = { ...row, version: row.version + 1, updated_at: toApiTime(core.clock.now()) };
    await updateTokens(tx, after, sealTokens(core, uuid, given));
    nudgeUser(tx, caller.user_uuid, 'mailbox');
    return shownMailbox((await findMailbox(tx, ownerOf(caller), uuid))!);
  });
}

/** The sign-in that has come back; 422 when it is of somebody else, too old, or none of ours. */
function stateIn(
  { secretKey, clock }: MailboxCore,
  { user_uuid }: Caller,
  sent: string,
): SignInState | Problem {
  const state = opened(secretKey, sent);
  if (state?.user_uuid === user_uuid && state.until_ms > clock.now().getTime()) return state;
  const detail =
    '/state is of no sign-in that you began in the last ten minutes. Begin again at Settings, Mailboxes.';
  return fieldsInvalid({ pointer: '/state', code: 'not_found', detail });
}

function opened(secretKey: MailboxCore['secretKey'], sent: string): SignInState | null {
  try {
    return JSON.parse(secretKey.decrypt(Buffer.from(sent, 'base64url'), STATE)) as SignInState;
  } catch {
    return null;
  }
}

function providerOf({ mail_providers }: MailboxCore, key: string): MailProvider | Problem {
  const provider = mail_providers.find((one) => one.key === key);
  if (provider) return provider;
  const detail = `The operator of this Rapport has not set up signing in at ${key}. Connect the mailbox with a password.`;
  return new Problem('conflict', detail);
}

function refused({ name }: MailProvider, why: string): Problem {
  return new Problem('mailbox_refused', `${name} did not let this mailbox in: ${why}`);
}
