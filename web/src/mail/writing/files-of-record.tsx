import { MultiSelect } from '@mantine/core';
import type { File as KeptFile } from '@rapport/contract/files';
import { MAIL_FILES_MAX } from '@rapport/contract/outgoing-mails';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../../api/queries.ts';
import { mailWriting as texts } from '../../texts/mail-writing.ts';

/** The files of the record, of which some go with a mail. Nothing where it has none. */
export function FilesOfRecord(props: {
  record_uuid: string;
  value: string[];
  onChange: (uuids: string[]) => void;
}) {
  const { record_uuid, value, onChange } = props;
  const { data = [] } = useQuery(
    reads<KeptFile[]>(['files', 'to-send', record_uuid], '/api/v2/files', {
      record_uuid,
      related: 'true',
      limit: 200,
    }),
  );
  if (data.length === 0) return null;
  return (
    <MultiSelect
      label={texts.files}
      description={texts.filesHint}
      data={data.map(({ uuid, name }) => ({ value: uuid, label: name }))}
      value={value.filter((uuid) => data.some((one) => one.uuid === uuid))}
      maxValues={MAIL_FILES_MAX}
      searchable
      onChange={onChange}
    />
  );
}
