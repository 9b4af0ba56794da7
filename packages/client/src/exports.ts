import { at } from './path.ts';
import type { Export, ExportCreate } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, remove, retrieve } from './verbs.ts';

const PATH = '/api/v2/exports';

/** Returns the functions about exports of whole Accounts. Only owners may call them. */
export function accountExports(send: Transport) {
  return {
    /** Begins to write an Account into a zip file. `retrieve` says how far it is. */
    create: (wanted: ExportCreate = {}, call: CreateOption = {}) => create<Export>(send, PATH, wanted, call),
    list: (query: { account_uuid?: string; cursor?: string; limit?: number } = {}, call: CallOptions = {}) =>
      list<Export>(send, PATH, query, call),
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<Export>(send, PATH + at`/${uuid}`, call),
    /** Deletes an export with its file, or stops it. */
    delete: (uuid: string, call: CallOptions = {}) => remove(send, PATH + at`/${uuid}`, call),
    /**
     * The path of the file, which may have gigabytes: fetch it with the token, as a stream. With
     * the header `Range` a download that broke off goes on.
     */
    filePath: (uuid: string) => PATH + at`/${uuid}/file`,
  };
}
