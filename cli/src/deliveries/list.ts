import type { WebhookDelivery } from '@rapport/client/resources';
import { ATTEMPT_ERROR_KINDS, DELIVERY_STATES } from '@rapport/contract/webhook-deliveries';
import { Command, Option } from 'commander';
import { parseLimitTo } from '../parse-limit.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { jsonOption, type OutputOptions } from '../run.ts';
import { columns } from '../words.ts';

export function listDeliveriesCommand(): Command {
  return new Command('list')
    .description('List the deliveries of your webhook subscriptions, the latest first.')
    .option('--subscription <uuid>', 'only those of this webhook subscription')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...DELIVERY_STATES]))
    .addOption(
      new Option('--error-kind <kind>', 'only those whose latest attempt failed in this way').choices([
        ...ATTEMPT_ERROR_KINDS,
      ]),
    )
    .option('--limit <number>', 'how many', parseLimitTo(LIMIT_MAX), 20)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport deliveries list
  npx rapport deliveries list --state failed --limit 100
  npx rapport deliveries list --error-kind tls_failed
  npx rapport deliveries list --subscription 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json`,
    )
    .action((options: Options) => runRemote(options, (remote) => list(remote, options), tell));
}

type Options = OutputOptions & { subscription?: string; state?: string; errorKind?: string; limit: number };

const LIMIT_MAX = 200;

async function list(
  { rapport }: Remote,
  { subscription, state, errorKind: error_kind, limit }: Options,
): Promise<{ data: WebhookDelivery[] }> {
  const query = { limit, filter: { ...(state && { state }), ...(error_kind && { error_kind }) } };
  const { webhookDeliveries } = rapport;
  const found = subscription
    ? webhookDeliveries.listOfSubscription(subscription, query)
    : webhookDeliveries.list(query);
  return { data: (await found.firstPage()).data };
}

function tell({ data }: { data: WebhookDelivery[] }): string {
  if (data.length === 0) return 'There are no such deliveries.';
  const rows = data.map(({ uuid, event, state, attempt_count, created_at, ...rest }) => [
    uuid,
    event,
    state,
    String(attempt_count),
    outcome(rest),
    created_at,
  ]);
  return columns([['DELIVERY', 'EVENT', 'STATE', 'ATTEMPTS', 'ANSWER', 'PLANNED'], ...rows]);
}

function outcome({
  response_status,
  error_kind,
  not_sent_reason,
}: Pick<WebhookDelivery, 'response_status' | 'error_kind' | 'not_sent_reason'>): string {
  return String(response_status ?? error_kind ?? not_sent_reason ?? '-');
}
