import { Alert, Button, Group, Text } from '@mantine/core';
import { sayTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { DISABLED_REASONS, webhooks as texts } from '../texts/webhooks.ts';
import type { Missed } from './missed.ts';
import { NextProbe } from './next-attempt.tsx';
import type { Subscription } from './subscriptions.ts';
import { StateBadge } from './subscriptions-page.tsx';

/**
 * The state of a subscription: why it is disabled or may be soon, since when, and the number of
 * missed deliveries.
 */
export function SubscriptionState(props: {
  subscription: Subscription;
  missed: Missed | undefined;
  isEnabling: boolean;
  onEnable: () => void;
}) {
  const { subscription } = props;
  const { last_outgoing_webhook_call_at } = subscription;
  return (
    <Section title={texts.state} actions={<StateBadge subscription={subscription} />}>
      <Text size="sm" className="break-anywhere">
        {subscription.url}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.sayEvents(subscription.events)}
        {subscription.description && ` · ${subscription.description}`} ·{' '}
        {last_outgoing_webhook_call_at ? (
          <>
            {texts.lastCall} <Time at={last_outgoing_webhook_call_at} />
          </>
        ) : (
          texts.neverCalled
        )}
      </Text>
      <Disabled {...props} />
      <Failing {...subscription} />
    </Section>
  );
}

function Disabled({ subscription, missed, isEnabling, onEnable }: Parameters<typeof SubscriptionState>[0]) {
  const { disabled_reason, disabled_at } = subscription;
  if (!disabled_reason || !disabled_at) return null;
  return (
    <Alert color="orange" variant="light">
      <Group justify="space-between">
        <div>
          <Text size="sm">
            {DISABLED_REASONS[disabled_reason]} {texts.disabled} <Time at={disabled_at} />.
          </Text>
          <Text size="sm" mih={20}>
            {missed &&
              (missed.since ? texts.missedCount(missed.count, sayTime(missed.since)) : texts.missedNone)}
          </Text>
        </div>
        <Button size="compact-sm" variant="default" loading={isEnabling} onClick={onEnable}>
          {texts.missed}
        </Button>
      </Group>
    </Alert>
  );
}

function Failing({ enabled, failing_since, next_probe_at, disables_at }: Subscription) {
  if (!enabled || !failing_since) return null;
  return (
    <Alert color="orange" variant="light">
      {texts.failingSince} <Time at={failing_since} />. {next_probe_at && <NextProbe at={next_probe_at} />}{' '}
      {disables_at && (
        <>
          {texts.disablesAt} <Time at={disables_at} />.
        </>
      )}
    </Alert>
  );
}
