import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import type {
  RecoveryCodes as Codes,
  SecondFactor,
  SecondFactorSetup,
} from '@rapport/contract/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { CopyField } from '../layout/copy-field.tsx';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { useSubmit } from '../layout/submit.ts';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { common } from '../texts/common.ts';
import { secondFactor as texts } from '../texts/second-factor.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const PATH = '/web/second-factor';

/** The section of the User's second factor. */
export function SecondFactorSection() {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const refresh = useRefresh();
  const state = useQuery(reads<SecondFactor>(['second-factor'], PATH));
  const begin = useMutation({
    mutationFn: () => request<{ data: SecondFactorSetup }>('POST', `${PATH}/setup`),
    onSuccess: ({ data }) => setSetup(data),
  });
  const show = (shown: string[] | null) => {
    setSetup(null);
    setCodes(shown);
    return refresh();
  };
  return (
    <Section title={texts.title} about={texts.about}>
      <UntilRead query={state} h={60} />
      <ProblemAlert error={begin.error} />
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : setup ? (
        <Setup setup={setup} onEnabled={show} onCancel={() => setSetup(null)} />
      ) : state.data?.enabled_at ? (
        <Enabled state={state.data} onCodes={show} />
      ) : (
        state.data && (
          <Group justify="space-between">
            <Text size="sm">{texts.off}</Text>
            <Button loading={begin.isPending} onClick={() => begin.mutate()}>
              {texts.setUp}
            </Button>
          </Group>
        )
      )}
    </Section>
  );
}

function Setup(props: {
  setup: SecondFactorSetup;
  onEnabled: (codes: string[]) => Promise<void>;
  onCancel: () => void;
}) {
  const { setup, onEnabled, onCancel } = props;
  const [code, setCode] = useState('');
  const enable = useMutation({
    mutationFn: () => request<{ data: Codes }>('POST', `${PATH}/enable`, { body: { code } }),
    onSuccess: ({ data }) => {
      notifyDone(texts.turnedOn);
      return onEnabled(data.recovery_codes);
    },
  });
  const submit = useSubmit(enable);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <List type="ordered" size="sm">
          {texts.steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        <QrCode text={setup.uri} label={texts.qrCode} />
        <div>
          <Text size="sm" fw="bold">
            {texts.key}
          </Text>
          <CopyField label={texts.key} value={setup.secret} />
        </div>
        <TextInput
          label={texts.code}
          maw={240}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          autoFocus
          value={code}
          error={fieldErrors(enable.error)['/code']}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <ProblemAlert error={errorBeside(enable.error, '/code')} />
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={enable.isPending}>
            {texts.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Enabled(props: { state: SecondFactor; onCodes: (codes: string[] | null) => Promise<void> }) {
  const { state, onCodes } = props;
  const { data: accounts = [] } = useAccounts();
  const requiring = accounts.filter((account) => account.requires_second_factor).map(({ name }) => name);
  const renew = async () => {
    const { data } = await request<{ data: Codes }>('POST', `${PATH}/recovery-codes`);
    await onCodes(data.recovery_codes);
  };
  const turnOff = async () => {
    await request('DELETE', PATH);
    notifyDone(texts.turnedOff);
    await onCodes(null);
  };
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm" fw="bold">
          {texts.on} <Time at={state.enabled_at!} />
        </Text>
        <Text size="sm" c={state.recovery_codes_left < 3 ? 'red' : 'dimmed'}>
          {texts.left(state.recovery_codes_left)}
        </Text>
      </div>
      <Group gap="xs">
        <ConfirmButton
          size="sm"
          label={texts.renew}
          title={texts.renewTitle}
          hint={texts.renewHint}
          onConfirm={renew}
        />
        <ConfirmButton
          size="sm"
          label={texts.turnOff}
          title={texts.turnOffTitle}
          hint={texts.turnOffHint + (requiring.length > 0 ? texts.turnOffCloses(requiring) : '')}
          onConfirm={turnOff}
        />
      </Group>
    </Group>
  );
}

/**
 * Returns a function that reads all data again that depends on the second factor: the open
 * Accounts, other sessions, the audit log.
 */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const keys = ['second-factor', 'me', 'sessions', 'audit-log', 'accounts'];
    await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  };
}
