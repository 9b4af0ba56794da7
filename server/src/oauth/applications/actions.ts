import type { AuditAction } from '@rapport/contract/audit';
import type { Cause } from '../../access/caller.ts';
import { recordAudit } from '../../audit/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { isCanonicalUuid, isUuid, newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import { hashToken, newToken } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { revokeGrantsOf } from '../grants/actions.ts';
import * as queries from './queries.ts';
import { refuseAllowedOrigins, refuseApplication, refuseRedirectUrls } from './rules.ts';

export type Application = queries.Application;
export type ApplicationWithSecret = Application & { client_secret: string };

/**
 * The number of secrets that may work at a time. With two, an application can move to the new one
 * without a break.
 */
const SECRETS_MAX = 2;

/** Registers an application. The answer holds the secret; afterwards only its hash is kept. */
export async function createApplication(
  core: Core,
  cause: Cause,
  details: Pick<Application, 'name' | 'company' | 'email' | 'redirect_urls'> &
    Partial<Pick<Application, 'allowed_origins' | Setting>>,
): Promise<ApplicationWithSecret | Problem> {
  const redirect_urls = [...new Set(details.redirect_urls)];
  const allowed_origins = [...new Set(details.allowed_origins)];
  const refusal = refuseApplication({ ...details, redirect_urls, allowed_origins });
  if (refusal) return refusal;
  const uuid = newUuid(core.clock.now());
  const { name, company, email, require_pkce = false, id_token_signed_response_alg = 'RS256' } = details;
  const signing = { require_pkce, id_token_signed_response_alg };
  const registered = { name, company, email, redirect_urls, allowed_origins, ...signing };
  return core.db.transaction(async (tx) => {
    const created_at = toApiTime(core.clock.now());
    await queries.insertApplication(tx, { uuid, ...registered, created_at });
    const client_secret = await addSecret(core, tx, uuid);
    await audit(core, tx, cause, 'oauth_client.created', uuid, { name, redirect_urls, allowed_origins });
    return { ...(await queries.findApplication(tx, uuid))!, client_secret };
  });
}

/**
 * The application with this client_id, in its one canonical spelling; undefined when there is none.
 */
export async function findApplication(db: Queryable, client_id: string): Promise<Application | undefined> {
  return isCanonicalUuid(client_id) ? queries.findApplication(db, client_id) : undefined;
}

export async function getApplication({ db }: Core, client_id: string): Promise<Application | Problem> {
  return (await findApplication(db, client_id)) ?? noSuchApplication(client_id);
}

/**
 * The addresses of an application: where answers of the authorization go, and which web pages may
 * call the API with a token. `one` names an address in the audit log, `pointer` in a refusal.
 */
const LISTS = {
  redirect_urls: { one: 'redirect_url', pointer: '/redirect_url', refuse: refuseRedirectUrls },
  allowed_origins: { one: 'allowed_origin', pointer: '/origin', refuse: refuseAllowedOrigins },
};

type List = keyof typeof LISTS;

/**
 * Adds a redirect URL or an origin. Redirect URLs matter only for new authorizations, so live
 * grants are unaffected.
 */
export function addAddress(
  core: Core,
  cause: Cause,
  client_id: string,
  list: List,
  address: string,
): Promise<Application | Problem> {
  const { one, refuse } = LISTS[list];
  return change(core, cause, client_id, { [`added_${one}`]: address }, (application) => {
    const addresses = [...new Set([...application[list], address])];
    return refuse(addresses) ?? { [list]: addresses };
  });
}

/**
 * Removes a redirect URL or an origin. The last redirect URL is refused: without any, nobody could
 * authorize the application. An operator who wants this disables or deletes it.
 */
export function removeAddress(
  core: Core,
  cause: Cause,
  client_id: string,
  list: List,
  address: string,
): Promise<Application | Problem> {
  const { one, pointer } = LISTS[list];
  return change(core, cause, client_id, { [`removed_${one}`]: address }, ({ [list]: registered }) => {
    if (!registered.includes(address)) {
      const detail = `${address} is not registered for this application. Registered: ${registered.join(', ') || 'none'}.`;
      return fieldsInvalid({ pointer, code: 'not_found', detail });
    }
    const addresses = registered.filter((known) => known !== address);
    return (list === 'redirect_urls' ? refuseRedirectUrls(addresses) : null) ?? { [list]: addresses };
  });
}

type Setting = 'require_pkce' | 'id_token_signed_response_alg';

/**
 * Sets whether the application must use PKCE, or the algorithm of new ID tokens. An application
 * whose library expects the other one refuses them.
 */
export function changeSettings(
  core: Core,
  cause: Cause,
  client_id: string,
  settings: Partial<Pick<Application, Setting>>,
): Promise<Application | Problem> {
  return change(core, cause, client_id, settings, () => settings);
}

/**
 * Disables or enables an application. A disabled application cannot be authorized, and none of its
 * tokens works. After it is enabled they work again. Disabling it twice keeps the first time.
 */
export function setDisabled(
  core: Core,
  cause: Cause,
  client_id: string,
  disabled: boolean,
): Promise<Application | Problem> {
  const now = toApiTime(core.clock.now());
  return change(core, cause, client_id, { disabled }, (application) => ({
    disabled_at: disabled ? (application.disabled_at ?? now) : null,
  }));
}

/**
 * Gives the application a new secret. The newest of the former ones stays valid, so that the
 * application can move without a break; with `only` none stays.
 */
export async function rotateSecret(
  core: Core,
  cause: Cause,
  client_id: string,
  options: { only: boolean },
): Promise<ApplicationWithSecret | Problem> {
  return core.db.transaction(async (tx) => {
    const application = await lockApplication(tx, client_id);
    if (application instanceof Problem) return application;
    await queries.deleteOldSecrets(tx, application.uuid, options.only ? 0 : SECRETS_MAX - 1);
    const client_secret = await addSecret(core, tx, application.uuid);
    await audit(core, tx, cause, 'oauth_client.secret_rotated', application.uuid, { only: options.only });
    return { ...(await queries.findApplication(tx, application.uuid))!, client_secret };
  });
}

/**
 * Deletes the application. Its tokens stop working at once, and the subscriptions made under its
 * grants are disabled.
 */
export async function deleteApplication(
  core: Core,
  cause: Cause,
  client_id: string,
): Promise<Application | Problem> {
  return core.db.transaction(async (tx) => {
    const application = await lockApplication(tx, client_id);
    if (application instanceof Problem) return application;
    await queries.markApplicationDeleted(tx, application.uuid, toApiTime(core.clock.now()));
    await revokeGrantsOf(core, tx, cause, { client_uuid: application.uuid }, 'by_operator');
    await audit(core, tx, cause, 'oauth_client.deleted', application.uuid, { name: application.name });
    return application;
  });
}

type Changes = Partial<Pick<Application, queries.Changeable>>;

async function change(
  core: Core,
  cause: Cause,
  client_id: string,
  details: Record<string, unknown>,
  decide: (application: Application) => Changes | Problem,
): Promise<Application | Problem> {
  return core.db.transaction(async (tx) => {
    const application = await lockApplication(tx, client_id);
    if (application instanceof Problem) return application;
    const changes = decide(application);
    if (changes instanceof Problem) return changes;
    const changed = { ...application, ...changes, updated_at: toApiTime(core.clock.now()) };
    await queries.updateApplication(tx, changed);
    await audit(core, tx, cause, 'oauth_client.updated', application.uuid, details);
    return changed;
  });
}

async function lockApplication(tx: Transaction, client_id: string): Promise<Application | Problem> {
  const application = isUuid(client_id)
    ? await queries.findApplication(tx, client_id, 'FOR UPDATE')
    : undefined;
  return application ?? noSuchApplication(client_id);
}

function noSuchApplication(client_id: string): Problem {
  return new Problem(
    'not_found',
    `There is no application with the client_id ${client_id}. See them all with: rapport oauth-clients list`,
  );
}

async function addSecret({ clock }: Core, tx: Transaction, client_uuid: string): Promise<string> {
  const now = clock.now();
  const secret = newToken('oauth_client_secret');
  await queries.insertSecret(tx, {
    uuid: newUuid(now),
    client_uuid,
    secret_hash: hashToken(secret),
    last_four: secret.slice(-4),
    created_at: toApiTime(now),
  });
  return secret;
}

function audit(
  core: Core,
  tx: Transaction,
  cause: Cause,
  action: AuditAction,
  oauth_client_uuid: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAudit(core, tx, cause, action, { oauth_client_uuid, details });
}
