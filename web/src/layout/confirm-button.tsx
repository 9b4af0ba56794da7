import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { Dialog } from './dialog.tsx';
import { ProblemAlert } from './problem-alert.tsx';

type Question = {
  label: string;
  title: string;
  hint: string;
  /** Additional choices in the dialog. */
  more?: ReactNode;
  onConfirm: () => Promise<unknown>;
};

/**
 * A button for an action that cannot be undone: it asks first, and shows a refusal in the same
 * dialog. Screen readers read `name`, for buttons with the same label.
 */
export function ConfirmButton(props: ButtonProps & Question & { name?: string }) {
  const { label, name, title, hint, more, onConfirm, ...button } = props;
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" size="compact-sm" {...button} aria-label={name} onClick={dialog.open}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        label={label}
        title={title}
        hint={hint}
        more={more}
        onConfirm={onConfirm}
      />
    </>
  );
}

/** The dialog alone, for actions that do not start with a button. */
export function ConfirmDialog(props: Question & { isOpen: boolean; onClose: () => void }) {
  const { isOpen, onClose, label, title, hint, more, onConfirm } = props;
  const work = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    onClose();
    // Clears the refusal, which belongs to this question only.
    work.reset();
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={title}>
      <Stack>
        <Text size="sm">{hint}</Text>
        {more}
        <ProblemAlert error={work.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button color="red" loading={work.isPending} onClick={() => work.mutate()}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
