import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestChange } from '../../api/request.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { common } from '../../texts/common.ts';
import { useGoBackToList } from '../back-to-list.tsx';
import type { RecordData } from '../data.ts';
import { offerUndo } from '../offer-undo.ts';
import { apiPath, queryKey, useView } from '../view.ts';

/** The button that deletes a record and leads back to the list. */
export function DeleteButton({ record }: { record: RecordData }) {
  const view = useView();
  const [isOpen, dialog] = useDisclosure();
  const queryClient = useQueryClient();
  const goBack = useGoBackToList();
  const remove = useMutation({
    mutationFn: () => requestChange('DELETE', apiPath(view, record.uuid), { version: record.version }),
    onSuccess: async ({ change_uuid }) => {
      offerUndo(view.texts.deleted(1), [change_uuid]);
      await goBack();
      await queryClient.invalidateQueries({ queryKey: queryKey(view) });
    },
  });
  return (
    <>
      <Button variant="subtle" color="gray" onClick={dialog.open}>
        {common.remove}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={view.texts.deleteTitle(1)}>
        <Stack>
          <Text size="sm">{view.texts.deleteHint}</Text>
          <ProblemAlert error={remove.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {common.cancel}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {common.remove}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
