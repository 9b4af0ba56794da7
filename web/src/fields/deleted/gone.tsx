import { Alert, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Time } from '../../layout/time.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import { useMayWrite } from '../may-write.ts';
import { sayPerson, useNames } from '../names.ts';
import { useView } from '../view.ts';
import type { DeletedRecord } from './deleted.ts';
import { useRestore } from './restore.ts';
import { typedAbout } from './typed.ts';

/** Says above a page that its record was deleted, while what was typed stays in its place. */
export function GoneAlert({ record }: { record: DeletedRecord }) {
  const isTyped = typedAbout(record.uuid) !== '';
  const mayRestore = useMayWrite()(record.account_uuid);
  return (
    <Alert
      color="orange"
      variant="outline"
      role="alert"
      // In sight of what is typed further down.
      pos="sticky"
      top="calc(var(--strip) + var(--bar) + 8px)"
      bg="var(--rapport-sunken)"
      style={{ zIndex: 2 }}
    >
      <Text size="sm" fw="bold">
        <WhoDeleted record={record} />
      </Text>
      {isTyped && <Text size="sm">{records.typedIsKept}</Text>}
      {mayRestore && <Restore uuid={record.uuid}>{isTyped && <CopyTyped uuid={record.uuid} />}</Restore>}
    </Alert>
  );
}

/** Says who deleted the record, and when. */
export function WhoDeleted({ record }: { record: DeletedRecord }) {
  const { texts } = useView();
  const person = sayPerson(record.deleted_by, useNames());
  return (
    <>
      {records.deletedIt(person, texts.one)} <Time at={record.deleted_at} />
    </>
  );
}

/** The button that restores a record, and `children` beside it. */
export function Restore({ uuid, children }: { uuid: string; children?: ReactNode }) {
  const restore = useMutation({ mutationFn: useRestore(uuid) });
  return (
    <>
      <ProblemAlert error={restore.error} />
      <Group gap={6} mt={6}>
        <Button
          size="compact-sm"
          variant="default"
          loading={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {records.restore}
        </Button>
        {children}
      </Group>
    </>
  );
}

function CopyTyped({ uuid }: { uuid: string }) {
  const { copied, copy } = useClipboard();
  return (
    <Button size="compact-sm" variant="default" onClick={() => copy(typedAbout(uuid))}>
      {copied ? common.copied : records.copyTyped}
    </Button>
  );
}
