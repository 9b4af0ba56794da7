import type { FileRecord, File as KeptFile } from '@rapport/contract/files';
import type { QueryClient } from '@tanstack/react-query';
import type { ListPage } from '../api/queries.ts';
import { notifyDone } from '../layout/notify.ts';
import { files as texts } from '../texts/files.ts';
import { send, sendings } from './uploads.ts';

/**
 * Sends files to be kept with a record. `shown_at` is the record on whose page they are seen, if it
 * is another one.
 */
export function keepWith(
  queryClient: QueryClient,
  files: File[],
  account_uuid: string,
  record: FileRecord,
  shown_at = record.uuid,
): void {
  if (files.length === 0) return;
  const queryKey = ['files', shown_at];
  const onArrived = (file: KeptFile) => {
    queryClient.setQueryData<ListPage<KeptFile>>(
      queryKey,
      (page) => page && { ...page, data: [file, ...page.data.filter(({ uuid }) => uuid !== file.uuid)] },
    );
    if (!sendings().some((one) => one.shown_at === shown_at)) notifyDone(texts.arrived(files.length));
    void queryClient.invalidateQueries({ queryKey });
  };
  send(files, { account_uuid, record, shown_at, onArrived });
}
