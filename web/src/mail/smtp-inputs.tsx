import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { MAIL_SECURITIES, type Mailbox, type MailSecurity } from '@rapport/contract/mailboxes';
import { mail as texts } from '../texts/mail.ts';

type Smtp = NonNullable<Mailbox['smtp']>;

export const EMPTY_SMTP: Smtp = { host: '', port: 465, security: 'tls' };

/** What is kept of the inputs: nothing without a server. */
export const smtpOf = (server: Smtp): Smtp | null => (server.host === '' ? null : server);

/** The inputs of the server by which a mailbox sends. */
export function SmtpInputs({ server, onChange }: { server: Smtp; onChange: (server: Smtp) => void }) {
  const { host, port, security } = server;
  return (
    <>
      <TextInput
        label={texts.smtp}
        description={texts.smtpHint}
        placeholder="smtp.example.com"
        value={host}
        onChange={(event) => onChange({ ...server, host: event.currentTarget.value.trim() })}
      />
      {host !== '' && (
        <Group grow align="flex-start">
          <NumberInput
            label={texts.port}
            aria-label={`${texts.port}: ${texts.smtp}`}
            min={1}
            max={65_535}
            value={port}
            onChange={(value) => onChange({ ...server, port: Number(value) || 465 })}
          />
          <Select
            label={texts.security}
            aria-label={`${texts.security}: ${texts.smtp}`}
            data={MAIL_SECURITIES.map((value) => ({ value, label: texts.securities[value] }))}
            value={security}
            allowDeselect={false}
            onChange={(value) => onChange({ ...server, security: value as MailSecurity })}
          />
        </Group>
      )}
    </>
  );
}
