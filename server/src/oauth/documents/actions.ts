import { hostOf } from '../../platform/http/server/request-origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { readText } from '../../webhooks/attempts/exchange.ts';
import { checkUrl } from '../../webhooks/guard/target.ts';
import type { OAuthCore } from '../core.ts';
import { UntrustedRequest } from '../errors.ts';
import * as queries from './queries.ts';
import {
  type ClientDocument,
  DOCUMENT_LIFETIME_MS,
  DOCUMENT_MAX_BYTES,
  identityOf,
  readDocument,
} from './rules.ts';

const READ_TIMEOUT_MS = 5_000;

/**
 * The uuid of the application at this address, once its document was read today. It is read through
 * the guard of webhooks, without redirects. Refused while it cannot be read: nobody knows then what
 * it says. Strangers may ask, so failures of one network are bounded.
 */
export async function applicationOfDocument(
  core: OAuthCore,
  client_id: string,
  address: string,
): Promise<string | UntrustedRequest> {
  const { client_uuid: uuid, secret_hash } = identityOf(client_id);
  const now = core.clock.now();
  const read_at = await queries.findReadAt(core.db, uuid);
  if (read_at !== undefined && now.getTime() - Date.parse(read_at) < DOCUMENT_LIFETIME_MS) return uuid;
  const limitKey = `documents ${hostOf(address)}`;
  const wait_s = core.applicationFailures.wait_s(limitKey);
  if (wait_s > 0) return unread(`Too many could not be read. Wait ${wait_s} s.`);
  const document = await fetched(core, client_id);
  if ('fault' in document) {
    core.applicationFailures.noteFailure(limitKey);
    return unread(document.fault);
  }
  const { name, redirect_urls } = document;
  await core.db.transaction(async (tx) =>
    queries.keepDocument(tx, {
      ...{ uuid, document_url: client_id, name, host: new URL(client_id).host, redirect_urls },
      ...{ secret_uuid: newUuid(now), secret_hash, now: toApiTime(now) },
    }),
  );
  return uuid;
}

async function fetched(
  { targetPolicy, connections }: OAuthCore,
  client_id: string,
): Promise<ClientDocument | { fault: string }> {
  const target = checkUrl(client_id, targetPolicy);
  if ('code' in target) return { fault: target.detail };
  const { status, text, failure } = await readText(connections, client_id, READ_TIMEOUT_MS);
  if (failure !== null || status === null || text === null) return { fault: 'It does not answer.' };
  if (status !== 200) return { fault: `It answers ${status}.` };
  if (Buffer.byteLength(text) > DOCUMENT_MAX_BYTES) return { fault: 'It is longer than 5 KiB.' };
  return readDocument(text, client_id);
}

function unread(why: string): UntrustedRequest {
  return new UntrustedRequest(`client_id is the address of a document, which cannot be used. ${why}`);
}
