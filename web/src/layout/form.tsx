import { Button, Group, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useSubmit } from './submit.ts';

type Props = Pick<StackProps, 'gap' | 'maw'> & {
  mutation: Parameters<typeof useSubmit>[0] & { error: unknown; isPending: boolean };
  /** What no input shows of the refusal; without it, all of it. */
  error?: unknown;
  /** The words of the button that sends the form. */
  label: string;
  isDisabled?: boolean;
  onCancel?: () => void;
  cancelLabel?: string;
  /** A button between the two. */
  further?: ReactNode;
  /** True outside of a dialog, where the button stands at the beginning and is one among others. */
  isOnPage?: boolean;
  children: ReactNode;
};

/** A form that a mutation sends: its inputs, the refusal, and the buttons. */
export function Form(props: Props) {
  const { mutation, error = mutation.error, label, isDisabled, onCancel, isOnPage = false } = props;
  const submit = useSubmit(mutation);
  return (
    <form onSubmit={submit}>
      <Stack gap={props.gap} maw={props.maw}>
        {props.children}
        <ProblemAlert error={error} />
        <Group justify={isOnPage ? undefined : 'flex-end'}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {props.cancelLabel ?? common.cancel}
            </Button>
          )}
          {props.further}
          <Button
            type="submit"
            variant={isOnPage ? 'default' : undefined}
            loading={mutation.isPending}
            disabled={isDisabled}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
