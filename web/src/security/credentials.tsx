import { PasswordInput, TextInput } from '@mantine/core';
import type { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { blankFault } from '../identity/blank-fault.ts';
import { HiddenUsername } from '../identity/hidden-username.tsx';
import { NewPasswordInput } from '../identity/new-password-input.tsx';
import { passwordFault } from '../identity/password-fault.ts';
import { useMe } from '../identity/session.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { mailsAreSent } from '../layout/mails.ts';
import { notifyDone } from '../layout/notify.ts';
import { Section } from '../layout/section.tsx';
import { identity } from '../texts/identity.ts';
import { security as texts } from '../texts/security.ts';

const EMPTY = { current_password: '', new_password: '' };

export function ChangePassword() {
  const [passwords, setPasswords] = useState(EMPTY);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () => request('POST', '/web/password', { body: passwords }),
    onSuccess: () => {
      setPasswords(EMPTY);
      notifyDone(texts.passwordChanged);
      void queryClient.invalidateQueries({ queryKey: ['audit-log'] });
      return queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const errors = fieldErrors(change.error);
  return (
    <Section title={texts.password} about={texts.passwordAbout}>
      <Form
        isOnPage
        gap="sm"
        maw={360}
        mutation={change}
        error={errorBeside(change.error, '/current_password', '/new_password')}
        label={texts.changePassword}
        isDisabled={passwordFault(passwords.new_password) !== null}
      >
        <HiddenUsername />
        <PasswordInput
          label={texts.currentPassword}
          autoComplete="current-password"
          required
          value={passwords.current_password}
          error={errors['/current_password']}
          onChange={(event) => setPasswords({ ...passwords, current_password: event.currentTarget.value })}
        />
        <NewPasswordInput
          label={texts.newPassword}
          value={passwords.new_password}
          error={errors['/new_password']}
          onChange={(new_password) => setPasswords({ ...passwords, new_password })}
        />
      </Form>
    </Section>
  );
}

export function ChangeName() {
  const { data: me } = useMe();
  const [name, setName, clearName] = useDraft('own-name', me?.name ?? '');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () => request<{ data: CurrentUser }>('PATCH', '/api/v2/me', { body: { name } }),
    onSuccess: ({ data }) => {
      // Set before the draft is cleared. Otherwise the old name would show until it is read again.
      queryClient.setQueryData(['me'], data);
      clearName();
      notifyDone(texts.nameChanged);
      void queryClient.invalidateQueries({ queryKey: ['audit-log'] });
      return queryClient.invalidateQueries({ queryKey: ['accounts'] });
    },
  });
  const blank = blankFault(name);
  return (
    <Section title={texts.name} about={texts.nameAbout}>
      <Form
        isOnPage
        gap="sm"
        maw={360}
        mutation={change}
        error={errorBeside(change.error, '/name')}
        label={texts.changeName}
        isDisabled={name === me?.name || blank !== null}
      >
        <TextInput
          label={identity.name}
          autoComplete="name"
          required
          value={name}
          error={blank ?? fieldErrors(change.error)['/name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Section>
  );
}

export function ChangeEmail() {
  const [email, setEmail, clearEmail] = useDraft('new-email', '');
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () => request('POST', '/web/email', { body: { email } }),
    onSuccess: () => {
      notifyDone(mailsAreSent ? texts.emailSent(email) : texts.emailKept);
      clearEmail();
      return queryClient.invalidateQueries({ queryKey: ['audit-log'] });
    },
  });
  return (
    <Section title={texts.email} about={mailsAreSent ? texts.emailAbout : texts.emailAboutKept}>
      <Form
        isOnPage
        gap="sm"
        maw={360}
        mutation={change}
        error={errorBeside(change.error, '/email')}
        label={texts.changeEmail}
      >
        <TextInput
          label={texts.newEmail}
          type="email"
          required
          value={email}
          error={fieldErrors(change.error)['/email']}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Form>
    </Section>
  );
}
