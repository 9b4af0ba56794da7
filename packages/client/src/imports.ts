import { dataOf } from './json.ts';
import { at } from './path.ts';
import type { Import, ImportPlan, ImportRow, ImportSummary } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, remove, retrieve, update } from './verbs.ts';

const PATH = '/api/v2/imports';

/** Returns the functions about imports of files from other systems. */
export function imports(send: Transport) {
  return {
    /**
     * Sends files: CSV, .xlsx, vCard, or a zip file of these. The answer is a draft, with what
     * would become of their rows.
     */
    create: (
      files: { name: string; content: Blob | string }[],
      { account_uuid, ...call }: CallOptions & { account_uuid?: string } = {},
    ) =>
      dataOf<Import>(
        send({
          method: 'POST',
          path: PATH,
          body: formOf(files, account_uuid),
          repeat: 'never',
          timeout_ms: Number.POSITIVE_INFINITY,
          ...call,
        }),
      ),
    list: (query: { account_uuid?: string; cursor?: string; limit?: number } = {}, call: CallOptions = {}) =>
      list<ImportSummary>(send, PATH, query, call),
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<Import>(send, PATH + at`/${uuid}`, call),
    /** Changes what becomes of the files. Only a draft can be changed. */
    update: (uuid: string, changes: { plan: ImportPlan }, call: CallOptions = {}) =>
      update<Import>(send, PATH + at`/${uuid}`, changes, call),
    /** Deletes a draft. An import that was started stays. */
    delete: (uuid: string, call: CallOptions = {}) => remove(send, PATH + at`/${uuid}`, call),
    /** Starts a draft, or goes on with an import that was stopped. */
    start: (uuid: string, call: CreateOption = {}) =>
      create<Import>(send, PATH + at`/${uuid}/start`, undefined, call),
    stop: (uuid: string, call: CreateOption = {}) =>
      create<Import>(send, PATH + at`/${uuid}/stop`, undefined, call),
    /**
     * Lists the rows with what became of each. `lossy`: only those that were taken without some of
     * their cells.
     */
    rows: (
      uuid: string,
      query: { outcome?: ImportRow['outcome']; lossy?: boolean; cursor?: string; limit?: number } = {},
      call: CallOptions = {},
    ) => list<ImportRow>(send, PATH + at`/${uuid}/rows`, query, call),
    /** The refused rows of a file as CSV, with the reason before each. */
    refused: async (uuid: string, { file, ...call }: CallOptions & { file?: number } = {}) => {
      const query = new URLSearchParams(file === undefined ? {} : { file: String(file) });
      const path = PATH + at`/${uuid}/refused.csv`;
      return (await send({ method: 'GET', path, query, repeat: 'always', isCsv: true, ...call })).text;
    },
  };
}

function formOf(files: { name: string; content: Blob | string }[], account_uuid?: string): FormData {
  const form = new FormData();
  if (account_uuid !== undefined) form.append('account_uuid', account_uuid);
  for (const { name, content } of files) {
    form.append('file', new Blob([content]), name);
  }
  return form;
}
