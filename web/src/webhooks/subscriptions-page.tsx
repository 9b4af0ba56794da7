import { Anchor, Badge, Button, Paper, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { Empty } from '../layout/empty.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { Rows } from '../layout/rows.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { webhooks as texts } from '../texts/webhooks.ts';
import { type SubscriptionFields, SubscriptionForm } from './subscription-form.tsx';
import { SUBSCRIPTIONS_PATH, type Subscription, useSubscriptions } from './subscriptions.ts';

/** The page Settings → Webhooks. */
export function SubscriptionsPage() {
  const list = useSubscriptions();
  const [isOpen, dialog] = useDisclosure();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = async (fields: SubscriptionFields, idempotency_key: string) => {
    const created = await request<{ data: Subscription }>('POST', SUBSCRIPTIONS_PATH, {
      body: fields,
      idempotency_key,
    });
    notifyDone(texts.created);
    await queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    await navigate({ to: '/settings/webhooks/$uuid', params: { uuid: created.data.uuid } });
  };
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={<Button onClick={dialog.open}>{texts.create}</Button>}
    >
      <UntilRead query={list} h={160} />
      {list.data?.length === 0 && <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />}
      {list.data && list.data.length > 0 && (
        <Paper withBorder p="xs">
          <Rows verticalSpacing="sm">
            {list.data.map((subscription) => (
              <SubscriptionRow key={subscription.uuid} subscription={subscription} />
            ))}
          </Rows>
        </Paper>
      )}
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.create} size="lg">
        <SubscriptionForm name="new-subscription" onSave={create} />
      </Dialog>
    </Page>
  );
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/settings/webhooks/${subscription.uuid}`}
          fw="bold"
          className="break-anywhere"
        >
          {subscription.url}
        </Anchor>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {texts.sayEvents(subscription.events)}
          {subscription.description && ` · ${subscription.description}`}
        </Text>
      </Table.Td>
      <Table.Td>
        <StateBadge subscription={subscription} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {subscription.last_outgoing_webhook_call_at ? (
            <>
              {texts.lastCall} <Time at={subscription.last_outgoing_webhook_call_at} />
            </>
          ) : (
            texts.neverCalled
          )}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

export function StateBadge({ subscription }: { subscription: Subscription }) {
  const [color, label] = !subscription.enabled
    ? ['gray', texts.disabled]
    : subscription.failing_since
      ? ['orange', texts.failing]
      : ['teal', texts.enabled];
  return (
    <Badge variant="light" color={color} size="sm" tt="none" className="uncut">
      {label}
    </Badge>
  );
}
