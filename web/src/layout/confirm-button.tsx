import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { common } from '../texts/common.ts';
import { ProblemAlert } from './problem-alert.tsx';

type Props = ButtonProps & {
  label: string;
  title: string;
  hint: string;
  onConfirm: () => Promise<unknown>;
};

/** A button for what cannot be undone: it asks first, and shows a refusal where it asked. */
export function ConfirmButton({ label, title, hint, onConfirm, ...button }: Props) {
  const [isOpen, dialog] = useDisclosure();
  const work = useMutation({ mutationFn: onConfirm, onSuccess: dialog.close });
  return (
    <>
      <Button variant="default" size="compact-sm" {...button} onClick={dialog.open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={title}>
        <Stack>
          <Text size="sm">{hint}</Text>
          <ProblemAlert error={work.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {common.cancel}
            </Button>
            <Button color="red" loading={work.isPending} onClick={() => work.mutate()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
