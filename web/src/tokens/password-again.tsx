import { PasswordInput } from '@mantine/core';
import { ApiProblem } from '../api/request.ts';
import { HiddenUsername } from '../identity/hidden-username.tsx';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { tokens as texts } from '../texts/tokens.ts';

/** The input for the password, once the API has asked for it; any other refusal is shown as it is. */
export function PasswordAgain(props: {
  error: unknown;
  /** The fields of the form that show their own errors. */
  fields?: string[];
  value: string;
  onChange: (password: string) => void;
}) {
  const { error, fields = [] } = props;
  const code = error instanceof ApiProblem ? error.code : null;
  const asks = code === 'password_required' || props.value !== '';
  return (
    <>
      {asks && (
        <>
          <HiddenUsername />
          <PasswordInput
            label={texts.password}
            description={texts.passwordHint}
            required
            autoFocus
            autoComplete="current-password"
            error={fieldErrors(error)['/password']}
            value={props.value}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          />
        </>
      )}
      {code !== 'password_required' && (
        <ProblemAlert error={errorBeside(error, ...fields, ...(asks ? ['/password'] : []))} />
      )}
    </>
  );
}
