import '../../record/record.css';
import { ActionIcon, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { RecordData } from '../../fields/data.ts';
import { useMayChange } from '../../fields/may-write.ts';
import type { Names } from '../../fields/names.ts';
import { titleOf, useView } from '../../fields/view.ts';
import { CrossIcon } from '../../layout/icons.tsx';
import { Details } from '../../record/page/details.tsx';
import { Timeline } from '../../record/page/timeline.tsx';
import { ViewInAccount } from '../../record/view-in-account.tsx';
import { records } from '../../texts/records.ts';
import { Glance } from './glance.tsx';

/**
 * The time for which a row must be at the cursor before its history is read. Moving past rows thus
 * reads nothing.
 */
const SETTLED_MS = 250;

/** The record at the cursor, beside the table. */
export function Preview(props: { record: RecordData | undefined; names: Names; onClose: () => void }) {
  const { record, names, onClose } = props;
  return (
    <aside className="preview" aria-label={records.preview}>
      <Group justify="space-between" wrap="nowrap" align="start">
        {record ? <Heading record={record} /> : <Text size="sm">{records.previewNone}</Text>}
        <ActionIcon variant="subtle" color="gray" aria-label={records.previewClose} onClick={onClose}>
          <CrossIcon />
        </ActionIcon>
      </Group>
      {record && (
        <ViewInAccount key={record.uuid} account_uuid={record.account_uuid}>
          <Body record={record} names={names} />
        </ViewInAccount>
      )}
    </aside>
  );
}

function Heading({ record }: { record: RecordData }) {
  const view = useView();
  return (
    <Title order={2} size="h4" className="break-anywhere">
      <Anchor component={Link} to={`${view.path}/${record.uuid}`} inherit>
        {titleOf(view, record)}
      </Anchor>
    </Title>
  );
}

function Body({ record, names }: { record: RecordData; names: Names }) {
  const mayWrite = useMayChange(record, useView().path);
  const isSettled = useTimePassed(SETTLED_MS);
  return (
    <Stack gap="sm">
      <Glance record={record} names={names} />
      <Details record={record} mayWrite={mayWrite} />
      <Title order={3} size="h6">
        {records.timeline}
      </Title>
      {isSettled && <Timeline uuid={record.uuid} names={names} />}
    </Stack>
  );
}

function useTimePassed(time_ms: number): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), time_ms);
    return () => clearTimeout(timer);
  }, [time_ms]);
  return hasPassed;
}
