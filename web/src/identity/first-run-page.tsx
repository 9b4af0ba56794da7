import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { BROWSER_ZONE } from '../api/zone.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Loading } from '../layout/loading.tsx';
import { PlaceFields, placeBody } from '../layout/place-fields.tsx';
import { guessPlace } from '../layout/place-guess.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { identity as texts } from '../texts/identity.ts';
import { blankFault } from './blank-fault.ts';
import { NewPasswordInput } from './new-password-input.tsx';
import { Outside } from './outside.tsx';
import { passwordFault } from './password-fault.ts';

const EMPTY = { name: '', email: '', account_name: '', sample_data: false };

const PLACE = ['/currency', '/country', '/time_zone'];

/** The page where the first User of a new installation signs up. Later it is closed. */
export function FirstRunPage() {
  const firstRun = useQuery(reads<{ is_open: boolean }>(['first-run'], '/web/first-run'));
  if (!firstRun.data) {
    return (
      <Outside title={texts.firstRunTitle} about={texts.firstRun}>
        {firstRun.error ? (
          <ProblemAlert error={firstRun.error} onRetry={firstRun.refetch} />
        ) : (
          <Loading h={360} />
        )}
      </Outside>
    );
  }
  if (!firstRun.data.is_open) {
    return (
      <Outside title={texts.closedTitle} about={texts.closed}>
        <Button component="a" href="/sign-in?return_to=/clients">
          {texts.signIn}
        </Button>
      </Outside>
    );
  }
  return (
    <Outside title={texts.firstRunTitle} about={texts.firstRun}>
      <SignUpForm />
    </Outside>
  );
}

function SignUpForm() {
  const [draft, setDraft, clearDraft] = useDraft('first-run', EMPTY);
  const [place, setPlace, clearPlace] = useDraft('first-run-place', guessPlace());
  const [password, setPassword] = useState('');
  const signUp = useMutation({
    mutationFn: () =>
      request('POST', '/web/first-run', {
        body: { ...draft, ...placeBody(place), own_time_zone: BROWSER_ZONE, password },
      }),
    onSuccess: () => {
      clearDraft();
      clearPlace();
      location.assign('/clients');
    },
  });
  const submit = useSubmit(signUp);
  const errors = fieldErrors(signUp.error);
  const faults = [passwordFault(password), blankFault(draft.name), blankFault(draft.account_name)];
  const input = (name: 'name' | 'email' | 'account_name') => ({
    required: true,
    value: draft[name],
    error: blankFault(draft[name]) ?? errors[`/${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput {...input('name')} label={texts.name} autoComplete="name" autoFocus />
        <TextInput {...input('email')} label={texts.email} type="email" autoComplete="username" />
        <NewPasswordInput
          label={texts.password}
          value={password}
          error={errors['/password']}
          onChange={setPassword}
        />
        <TextInput {...input('account_name')} label={texts.businessName} autoComplete="organization" />
        <PlaceFields value={place} errors={errors} onChange={setPlace} />
        <Checkbox
          label={texts.sampleData}
          description={texts.sampleDataHint}
          checked={draft.sample_data}
          onChange={(event) => setDraft({ ...draft, sample_data: event.currentTarget.checked })}
        />
        <ProblemAlert
          error={errorBeside(signUp.error, '/name', '/email', '/password', '/account_name', ...PLACE)}
        />
        <Button
          type="submit"
          // Busy until the next page has been loaded.
          loading={signUp.isPending || signUp.isSuccess}
          disabled={password === '' || faults.some((fault) => fault !== null)}
        >
          {texts.create}
        </Button>
      </Stack>
    </form>
  );
}
