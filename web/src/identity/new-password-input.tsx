import { PasswordInput } from '@mantine/core';
import { identity as texts } from '../texts/identity.ts';
import { passwordFault } from './password-fault.ts';

/** The input of a new password, which says its fault while one types. */
export function NewPasswordInput(props: {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (password: string) => void;
}) {
  return (
    <PasswordInput
      label={props.label}
      description={texts.passwordHint}
      required
      autoComplete="new-password"
      value={props.value}
      error={props.error ?? passwordFault(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
