import { Badge } from '@mantine/core';
import type { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import { DELIVERY_STATE_LABELS } from '../texts/webhooks.ts';

const COLOURS: Record<WebhookDelivery['state'], string> = {
  pending: 'blue',
  sending: 'blue',
  succeeded: 'teal',
  failed: 'red',
  not_sent: 'gray',
};

/** The present state of a delivery. */
export function StateOf({ delivery }: { delivery: WebhookDelivery }) {
  return (
    <Badge variant="light" color={COLOURS[delivery.state]} size="sm" tt="none">
      {DELIVERY_STATE_LABELS[delivery.state]}
    </Badge>
  );
}
