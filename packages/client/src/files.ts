import { dataOf } from './json.ts';
import { at } from './path.ts';
import type { File, FileUpdate, FileUpload, FileUploadCreate } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, remove, retrieve, update, type VersionOption } from './verbs.ts';

const PATH = '/api/v2/files';
const UPLOADS = '/api/v2/file-uploads';

/** A record that a file is kept with. */
type Kept = Pick<FileUploadCreate, 'account_uuid' | 'records'>;

/** Returns the functions about files that are kept with records. */
export function files(send: Transport) {
  return {
    /**
     * The files of a record, the newest first; with `related` also those of notes and tasks about
     * it.
     */
    listOf: (
      record_uuid: string,
      query: { related?: boolean; deleted?: boolean; cursor?: string; limit?: number } = {},
      call: CallOptions = {},
    ) => list<File>(send, PATH, { ...query, record_uuid }, call),
    /** Sends a file in one request. Over a line that may break use `uploads`. */
    create: (
      { name, content }: { name: string; content: Blob | string },
      { account_uuid, records, ...call }: CallOptions & Kept = {},
    ) =>
      dataOf<File>(
        send({
          method: 'POST',
          path: PATH,
          body: formOf(name, content, { account_uuid, records }),
          repeat: 'never',
          timeout_ms: Number.POSITIVE_INFINITY,
          ...call,
        }),
      ),
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<File>(send, PATH + at`/${uuid}`, call),
    update: (uuid: string, changes: FileUpdate, call: VersionOption = {}) =>
      update<File>(send, PATH + at`/${uuid}`, changes, call),
    /** Puts a file into the trash, for 30 days. */
    delete: (uuid: string, call: VersionOption = {}) => remove(send, PATH + at`/${uuid}`, call),
    restore: (uuid: string, call: CreateOption = {}) =>
      create<File>(send, PATH + at`/${uuid}/restore`, undefined, call),
    /** Files in parts: after a break, go on from `received_bytes`. */
    uploads: {
      create: (upload: FileUploadCreate, call: CreateOption = {}) =>
        create<FileUpload>(send, UPLOADS, upload, call),
      retrieve: (uuid: string, call: CallOptions = {}) =>
        retrieve<FileUpload>(send, UPLOADS + at`/${uuid}`, call),
      /** Sends bytes from `offset` on. The answer has the file when these were the last ones. */
      continue: (uuid: string, offset: number, bytes: Blob, call: CallOptions = {}) =>
        dataOf<FileUpload>(
          send({
            method: 'PATCH',
            path: UPLOADS + at`/${uuid}`,
            query: new URLSearchParams({ offset: String(offset) }),
            headers: { 'content-type': 'application/octet-stream' },
            body: bytes,
            repeat: 'never',
            timeout_ms: Number.POSITIVE_INFINITY,
            ...call,
          }),
        ),
      delete: (uuid: string, call: CallOptions = {}) => remove(send, UPLOADS + at`/${uuid}`, call),
    },
  };
}

function formOf(name: string, content: Blob | string, { account_uuid, records }: Kept): FormData {
  const form = new FormData();
  if (account_uuid !== undefined) form.append('account_uuid', account_uuid);
  if (records !== undefined) form.append('records', JSON.stringify(records));
  form.append('file', new Blob([content]), name);
  return form;
}
