import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { listDeliveriesCommand } from './list.ts';
import { recoverDeliveriesCommand } from './recover.ts';
import { resendDeliveryCommand } from './resend.ts';
import { showDeliveryCommand } from './show.ts';

export function deliveriesCommand(): Command {
  return noun(
    'deliveries',
    'Events on their way to your webhook subscriptions.',
    listDeliveriesCommand(),
    showDeliveryCommand(),
    resendDeliveryCommand(),
    recoverDeliveriesCommand(),
  );
}
