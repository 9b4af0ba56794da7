import type { FileRecord, File as KeptFile } from '@rapport/contract/files';
import type { QueryClient } from '@tanstack/react-query';
import type { ListPage } from '../api/queries.ts';
import { request, withQuery } from '../api/request.ts';
import { notifyDone, notifyProblemAs } from '../layout/notify.ts';
import { files as texts } from '../texts/files.ts';
import { send, sendings } from './uploads.ts';

/**
 * Sends files to be kept with a record; a mail becomes one of its mails. `shown_at` is the record
 * on whose page they are seen, if it is another one.
 */
export function keepWith(
  queryClient: QueryClient,
  files: File[],
  account_uuid: string,
  record: FileRecord,
  shown_at = record.uuid,
): void {
  const mails = files.filter(({ name }) => /\.eml$/i.test(name) && OF_MAILS.includes(record.resource));
  void keepMails(queryClient, mails, account_uuid, record, shown_at);
  keepFiles(
    queryClient,
    files.filter((file) => !mails.includes(file)),
    account_uuid,
    record,
    shown_at,
  );
}

/** The kinds of record that mails are of. */
const OF_MAILS: string[] = ['client', 'contact', 'deal'];

/** Keeps one mail after the other: the service takes only some of a User at a time. */
async function keepMails(
  queryClient: QueryClient,
  mails: File[],
  account_uuid: string,
  record: FileRecord,
  shown_at: string,
): Promise<void> {
  for (const mail of mails) await keepMail(queryClient, mail, account_uuid, record, shown_at);
}

/** Keeps a mail as a mail of the record. One that cannot be is kept as a file, and says why. */
async function keepMail(
  queryClient: QueryClient,
  file: File,
  account_uuid: string,
  record: FileRecord,
  shown_at: string,
): Promise<void> {
  const path = withQuery('/api/v2/mail-files', { account_uuid, record_uuid: record.uuid });
  try {
    await request('POST', path, { body: file.slice(0, file.size, 'message/rfc822') });
    notifyDone(texts.mailKept(file.name));
    await queryClient.invalidateQueries({ queryKey: ['mails'] });
  } catch (error) {
    notifyProblemAs(texts.mailAsFile(file.name), error);
    keepFiles(queryClient, [file], account_uuid, record, shown_at);
  }
}

function keepFiles(
  queryClient: QueryClient,
  files: File[],
  account_uuid: string,
  record: FileRecord,
  shown_at: string,
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
