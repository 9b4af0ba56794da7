import type { WebhookDelivery } from '@rapport/client/resources';
import type { OutputOptions } from '../output.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';

export function resendDeliveryCommand(): Verb {
  return new Verb('resend')
    .description('Send a delivery again, or a waiting one at once. It keeps its X-Delivery-Uuid.')
    .argument('<uuid>', 'the delivery')
    .examples(
      'deliveries resend 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'deliveries resend 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((uuid: string, options: OutputOptions) =>
      runRemote(options, ({ rapport }) => rapport.webhookDeliveries.resend(uuid), tell),
    );
}

function tell({ uuid, event }: WebhookDelivery): string {
  return `${event} is on its way again. See its outcome with: npx rapport deliveries show ${uuid}`;
}
