import { Divider, Group, NumberInput, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { MAIL_LEVELS, type MailLevel } from '@rapport/contract/mail';
import { MAIL_SECURITIES, type MailboxCreate, type MailSecurity } from '@rapport/contract/mailboxes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { request } from '../api/request.ts';
import { Form } from '../layout/form.tsx';
import { mail as texts } from '../texts/mail.ts';
import { mailProviders } from './providers.ts';
import { SignIn } from './sign-in.tsx';
import { EMPTY_SMTP, SmtpInputs, smtpOf } from './smtp-inputs.tsx';

const EMPTY = {
  address: '',
  password: '',
  username: '',
  host: '',
  port: 993,
  security: 'tls' as MailSecurity,
  level: 'trace' as MailLevel,
  smtp: EMPTY_SMTP,
};

/** The form that connects a mailbox. What the server says to it stands below. */
export function MailboxForm({ path, onConnected }: { path: string; onConnected: () => Promise<void> }) {
  const account = useCurrentAccount();
  const [fields, setFields] = useState(EMPTY);
  const set = (more: Partial<typeof EMPTY>) => setFields({ ...fields, ...more });
  const { address, password, username, host, port, security, level, smtp } = fields;
  const connecting = useMutation({
    mutationFn: () => {
      const body: MailboxCreate = {
        ...(account && { account_uuid: account.uuid }),
        address,
        password,
        ...(username !== '' && { username }),
        imap: { host, port, security },
        smtp: smtpOf(smtp),
        default_visibility: level,
      };
      return request('POST', path, { body });
    },
    onSuccess: onConnected,
  });
  return (
    <Form mutation={connecting} label={texts.connect} gap="sm" isDisabled={!address || !password || !host}>
      <TextInput
        label={texts.address}
        type="email"
        required
        data-autofocus
        value={address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      {mailProviders.length > 0 && (
        <>
          {mailProviders.map(({ key, name }) => (
            <SignIn
              key={key}
              label={texts.signInWith(name)}
              path={`${path}/authorize`}
              body={{
                ...(account && { account_uuid: account.uuid }),
                ...{ provider: key, address, default_visibility: level },
              }}
              isDisabled={!address.includes('@')}
            />
          ))}
          <Text size="sm" c="dimmed">
            {texts.signInHint}
          </Text>
          <Divider label={texts.orPassword} />
        </>
      )}
      <PasswordInput
        label={texts.password}
        description={texts.passwordHint}
        required
        autoComplete="off"
        value={password}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
      <TextInput
        label={texts.server}
        placeholder="imap.example.com"
        required
        value={host}
        onChange={(event) => set({ host: event.currentTarget.value.trim() })}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={texts.port}
          min={1}
          max={65_535}
          value={port}
          onChange={(value) => set({ port: Number(value) || 993 })}
        />
        <Select
          label={texts.security}
          data={MAIL_SECURITIES.map((value) => ({ value, label: texts.securities[value] }))}
          value={security}
          allowDeselect={false}
          onChange={(value) => set({ security: value as MailSecurity })}
        />
      </Group>
      <SmtpInputs server={smtp} onChange={(server) => set({ smtp: server })} />
      <TextInput
        label={texts.username}
        description={texts.usernameHint}
        value={username}
        onChange={(event) => set({ username: event.currentTarget.value })}
      />
      <Select
        label={texts.level}
        data={MAIL_LEVELS.map((value) => ({ value, label: texts.levels[value] }))}
        value={level}
        allowDeselect={false}
        onChange={(value) => set({ level: value as MailLevel })}
      />
    </Form>
  );
}
