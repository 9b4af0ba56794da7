import type { WebhookRecovery, WebhookRecoveryCreate } from '@rapport/client/resources';
import { Option } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseTime } from '../parse-time.ts';
import { printError } from '../print.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';

export function recoverDeliveriesCommand(): Verb {
  return new Verb('recover')
    .description(
      'Send the deliveries again that a webhook subscription missed, such as during an outage of its receiver.',
    )
    .argument('<subscription>', 'the webhook subscription')
    .requiredOption(
      '--since <time>',
      'deliveries planned at this time or later, such as 2026-11-20T09:20:00Z',
      parseTime,
    )
    .option('--until <time>', 'deliveries planned before this time; now when left out', parseTime)
    .addOption(
      new Option('--only-failed <choice>', 'whether to leave out what has arrived')
        .choices(['true', 'false'])
        .default('true'),
    )
    .option('--dry-run', 'only count')
    .notes(
      'The service goes on with it when you end the command; POST /api/v2/webhook-recoveries/{uuid}/cancel stops it.',
    )
    .examples(
      'deliveries recover 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --since 2026-11-20 --dry-run',
      'deliveries recover 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --since 2026-11-20T09:20:00Z --until 2026-11-20T11:00:00Z',
      'deliveries recover 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --since 2026-11-20 --only-failed=false --json',
    )
    .action((subscription: string, options: Options) =>
      runRemote(options, (remote) => recover(remote, subscription, options), tell),
    );
}

type Options = OutputOptions & { since: Date; until?: Date; onlyFailed: 'true' | 'false'; dryRun?: boolean };

/** The time between two questions for the progress. */
const ASK_INTERVAL_MS = 1000;

async function recover(
  { rapport }: Remote,
  subscription_uuid: string,
  { since, until, onlyFailed, dryRun = false, json }: Options,
): Promise<WebhookRecovery> {
  const wanted: WebhookRecoveryCreate = {
    since: since.toISOString(),
    ...(until && { until: until.toISOString() }),
    only_failed: onlyFailed === 'true',
    dry_run: dryRun,
  };
  let recovery = await rapport.webhookRecoveries.create(subscription_uuid, wanted);
  while (recovery.uuid !== null && recovery.state === 'running') {
    if (!json) printError(`${recovery.recovered_count} of ${recovery.delivery_count} …`);
    await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
    recovery = await rapport.webhookRecoveries.retrieve(recovery.uuid);
  }
  return recovery;
}

function tell({ state, subscription_uuid, delivery_count, recovered_count }: WebhookRecovery): string {
  if (state === 'dry_run') return `${deliveries(delivery_count)} would be sent again.`;
  const see = `See their outcome with: npx rapport deliveries list --subscription ${subscription_uuid}`;
  if (state === 'cancelled')
    return `Stopped: ${deliveries(recovered_count)} of ${delivery_count} on the way again. ${see}`;
  return `${deliveries(recovered_count)} on the way again. ${see}`;
}

function deliveries(count: number): string {
  return count === 1 ? '1 delivery' : `${count} deliveries`;
}
