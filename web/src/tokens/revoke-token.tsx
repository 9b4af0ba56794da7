import { Checkbox, Text } from '@mantine/core';
import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import type { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone } from '../layout/notify.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { TOKENS_PATH } from './tokens-path.ts';

const SUBSCRIPTIONS_PATH = '/api/v2/webhook-subscriptions';

/**
 * Revokes a token. The dialog says that webhooks created with the token belong to the User and
 * stay. After a leak, the User can disable them in the same step.
 */
export function RevokeToken({ token }: { token: PersonalAccessToken }) {
  const [disables, setDisables] = useState(false);
  const queryClient = useQueryClient();
  const { data: subscriptions = [] } = useQuery(
    reads<WebhookSubscription[]>(['subscriptions'], SUBSCRIPTIONS_PATH),
  );
  const going = subscriptions.filter(({ enabled, token_uuid }) => enabled && token_uuid === token.uuid);
  const revoke = async () => {
    // Disabled first, so that the webhooks of a leaked token end even if revoking it fails.
    if (disables) {
      const off = { body: { enabled: false } };
      await Promise.all(going.map(({ uuid }) => request('PATCH', `${SUBSCRIPTIONS_PATH}/${uuid}`, off)));
    }
    await request('DELETE', `${TOKENS_PATH}/${token.uuid}`);
    notifyDone(texts.revokedDone(token.name));
    void queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    await queryClient.invalidateQueries({ queryKey: ['tokens'] });
  };
  const more = going.length > 0 && (
    <div>
      <Text size="sm" className="break-anywhere" mb="xs">
        {texts.goesOn(going.map(({ url }) => url))}
      </Text>
      <Checkbox
        label={texts.disableWebhooks(going.length)}
        checked={disables}
        onChange={(event) => setDisables(event.currentTarget.checked)}
      />
    </div>
  );
  return (
    <ConfirmButton
      label={texts.revoke}
      name={texts.revokeOf(token.name)}
      title={texts.revokeTitle(token.name)}
      hint={texts.revokeHint}
      more={more}
      onConfirm={revoke}
    />
  );
}
