import { FILE_KINDS, type FileRecord } from '@rapport/contract/files';
import type { ComponentProps } from 'react';
import { later } from '../layout/later.tsx';
import type { FilesBox as Box } from './files-box.tsx';

/** Loaded behind the page, which nobody opens to see its files first. */
const FilesBox = later<ComponentProps<typeof Box>>(
  async () => (await import('./files-box.tsx')).FilesBox,
  () => null,
);

/** The files of a record of any kind; nothing for one that has none. */
export function RecordFiles(props: {
  record: { uuid: string; account_uuid: string };
  resource: string;
  mayWrite: boolean;
}) {
  const { record, resource, mayWrite } = props;
  const kind = FILE_KINDS.find((one) => one === resource);
  if (kind === undefined) return null;
  const kept: FileRecord = { resource: kind, uuid: record.uuid };
  return <FilesBox account_uuid={record.account_uuid} record={kept} mayWrite={mayWrite} />;
}
