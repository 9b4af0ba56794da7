import { at } from './path.ts';
import type { Export } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { list, remove, retrieve } from './verbs.ts';

const PATH = '/api/v2/exports';

/**
 * Returns the functions about exports of whole Accounts. Only owners may call them. One is begun,
 * and its file downloaded, on the pages: no token does that.
 */
export function accountExports(send: Transport) {
  return {
    list: (query: { account_uuid?: string; cursor?: string; limit?: number } = {}, call: CallOptions = {}) =>
      list<Export>(send, PATH, query, call),
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<Export>(send, PATH + at`/${uuid}`, call),
    /** Deletes an export with its file, or stops it. */
    delete: (uuid: string, call: CallOptions = {}) => remove(send, PATH + at`/${uuid}`, call),
  };
}
