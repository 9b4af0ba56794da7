import { Group } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Section } from '../layout/section.tsx';
import { accounts as texts } from '../texts/accounts.ts';

/** The button that removes the sample data of an Account. Renders nothing when there is none. */
export function SampleData({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const path = `/web/accounts/${account.uuid}/sample-data`;
  const { data } = useQuery(reads<{ count: number }>(['accounts', account.uuid, 'sample-data'], path));
  if (!data?.count) return null;
  const remove = async () => {
    await request('DELETE', path);
    notifyDone(texts.sampleRemoved);
    await queryClient.invalidateQueries();
  };
  return (
    <Section title={texts.sampleTitle} about={texts.sampleAbout(data.count)}>
      <Group>
        <ConfirmButton
          size="sm"
          label={texts.sampleRemove}
          title={texts.sampleRemoveTitle}
          hint={texts.sampleRemoveHint}
          onConfirm={remove}
        />
      </Group>
    </Section>
  );
}
