import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { RecordSelect } from '../../fields/inputs/record-select.tsx';
import { useMayWriteAll } from '../../fields/may-write.ts';
import { useReferred } from '../../fields/titles.ts';
import { useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { merge as texts } from '../../texts/merge.ts';
import { Compare, MergeButtons } from './compare.tsx';
import { useMerge } from './use-merge.ts';

/** The dialog that merges a record with another one of its kind. */
export function MergeDialog(props: { record: RecordData; opened: boolean; onClose: () => void }) {
  const { record, opened, onClose } = props;
  const { texts: words } = useView();
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title(words.one)} size="xl">
      <Choose record={record} onClose={onClose} />
    </Dialog>
  );
}

function Choose({ record, onClose }: { record: RecordData; onClose: () => void }) {
  const { resource, texts: words } = useView();
  const [uuid, setUuid] = useState<string | null>(null);
  const other = useReferred(resource, uuid);
  const mayMerge = useMayWriteAll()(record.account_uuid);
  if (!mayMerge) return <Text size="sm">{texts.onlyWhole}</Text>;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      <RecordSelect
        to={[resource]}
        value={uuid === null ? null : { resource, uuid }}
        others={[{ resource, uuid: record.uuid }]}
        account_uuid={record.account_uuid}
        label={texts.other(words.one)}
        onChange={(chosen) => setUuid(chosen?.uuid ?? null)}
      />
      {other && <Decide record={record} other={other} onClose={onClose} />}
    </Stack>
  );
}

function Decide({ record, other, onClose }: { record: RecordData; other: RecordData; onClose: () => void }) {
  const view = useView();
  const navigate = useNavigate();
  const merging = useMerge([record, other], (stays) => {
    onClose();
    if (stays.uuid !== record.uuid) void navigate({ to: `${view.path}/${stays.uuid}` });
  });
  return (
    <>
      <Compare merging={merging} />
      <MergeButtons merging={merging} />
    </>
  );
}
