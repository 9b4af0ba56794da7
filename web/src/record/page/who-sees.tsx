import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecordData } from '../../fields/data.ts';
import { accessOf } from '../../fields/may-write.ts';
import { useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { UntilRead } from '../../layout/until-read.tsx';
import { access as texts } from '../../texts/access.ts';
import { Shares } from './shares.tsx';

/** The dialog that says who sees a record, and why, and shares it. */
export function WhoSees(props: {
  record: RecordData;
  mayChange: boolean;
  opened: boolean;
  onClose: () => void;
}) {
  const { record, mayChange, opened, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.whoSees}>
      <Stack gap="md">
        <People record={record} />
        {mayChange && <Shares record={record} />}
      </Stack>
    </Dialog>
  );
}

function People({ record }: { record: RecordData }) {
  const { path } = useView();
  const access = useQuery({
    ...accessOf(path, record.uuid),
    staleTime: 0,
  });
  return (
    <Stack gap="xs">
      <UntilRead query={access} h={120} />
      {access.data && !access.data.may_change && <Text size="sm">{texts.notYours}</Text>}
      {access.data?.people.map(({ user_uuid, name, because }) => (
        <Text key={user_uuid} size="sm" className="break-anywhere">
          {name}{' '}
          <Text span c="dimmed">
            {texts.because[because]}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}
