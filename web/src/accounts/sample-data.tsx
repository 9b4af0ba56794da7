import { Group } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { Section } from '../layout/section.tsx';
import { accounts as texts } from '../texts/accounts.ts';
import { SampleButton } from './sample-button.tsx';
import { useSamples } from './samples.ts';

/**
 * What adds sample data to an empty Account, and removes it from any. Nothing for other Accounts.
 */
export function SampleData({ account }: { account: Account }) {
  const { data, remove } = useSamples(account.uuid);
  if (!data?.count && !data?.is_empty) return null;
  return (
    <Section
      title={texts.sampleTitle}
      about={data.is_empty ? texts.sampleAddAbout : texts.sampleAbout(data.count)}
    >
      <Group>
        {data.is_empty ? (
          <SampleButton account_uuid={account.uuid} />
        ) : (
          <ConfirmButton
            size="sm"
            label={texts.sampleRemove}
            title={texts.sampleRemoveTitle}
            hint={texts.sampleRemoveHint}
            onConfirm={remove}
          />
        )}
      </Group>
    </Section>
  );
}
