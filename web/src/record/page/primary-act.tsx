import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { RecordData } from '../../fields/data.ts';
import { useView, useViews, ViewProvider } from '../../fields/view.ts';
import { composer } from '../../texts/composer.ts';
import { NewRecord } from '../new/new-record.tsx';

/** What one most often does with a record of a kind without acts of its own. */
export function PrimaryAct({ record }: { record: RecordData }) {
  const { primary } = useView().head;
  if (primary === undefined) return null;
  return primary === 'log' ? <LogAct /> : <CreateAct record={record} resource={primary.create} />;
}

function LogAct() {
  const navigate = useNavigate();
  const write = (before: object) => ({ ...before, write: 'log' });
  return (
    <Button visibleFrom="sm" onClick={() => void navigate({ to: '.', search: write, replace: true })}>
      {composer.logCall}
    </Button>
  );
}

function CreateAct({ record, resource }: { record: RecordData; resource: string }) {
  const related = useView().related.find((one) => one.resource === resource);
  const view = useViews()[resource];
  const [isOpen, create] = useDisclosure();
  if (!related || !view) return null;
  return (
    <ViewProvider value={view}>
      <Button onClick={create.open}>{view.texts.create}</Button>
      <NewRecord opened={isOpen} onClose={create.close} preset={related.preset(record)} />
    </ViewProvider>
  );
}
