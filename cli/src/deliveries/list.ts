import type { Page } from '@rapport/client/list';
import type { WebhookDelivery } from '@rapport/client/resources';
import { EVENT_NAMES } from '@rapport/contract/events';
import { ATTEMPT_ERROR_KINDS, DELIVERY_STATES } from '@rapport/contract/webhook-deliveries';
import { Option } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseLimitTo } from '../parse-limit.ts';
import { parseTime } from '../parse-time.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

export function listDeliveriesCommand(): Verb {
  return new Verb('list')
    .description('List the deliveries of your webhook subscriptions, the latest first.')
    .option('--subscription <uuid>', 'only those of this webhook subscription')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...DELIVERY_STATES]))
    .addOption(
      new Option('--error-kind <kind>', 'only those whose latest attempt failed in this way').choices([
        ...ATTEMPT_ERROR_KINDS,
      ]),
    )
    .addOption(new Option('--event <name>', 'only those of this event').choices([...EVENT_NAMES]))
    .option(
      '--since <time>',
      'only those planned at this time or later, such as 2026-11-20T09:20:00Z',
      parseTime,
    )
    .option('--limit <number>', `how many, at most ${LIMIT_MAX}`, parseLimitTo(LIMIT_MAX), 20)
    .option('--cursor <cursor>', 'continue an earlier list, with the same options')
    .examples(
      'deliveries list',
      'deliveries list --state failed --limit 100',
      'deliveries list --error-kind tls_failed --since 2026-11-20',
      'deliveries list --subscription 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((options: Options) => runRemote(options, (remote) => list(remote, options), tell));
}

type Options = OutputOptions & {
  subscription?: string;
  state?: string;
  errorKind?: string;
  event?: string;
  since?: Date;
  limit: number;
  cursor?: string;
};

/** The maximum of deliveries in a page. --cursor continues with the next page. */
const LIMIT_MAX = 200;

type Deliveries = Pick<Page<WebhookDelivery>, 'data' | 'next_cursor'>;

async function list({ rapport }: Remote, options: Options): Promise<Deliveries> {
  const { subscription, state, errorKind: error_kind, event, since, limit, cursor } = options;
  const query = {
    limit,
    ...(cursor && { cursor }),
    filter: {
      ...(state && { state }),
      ...(error_kind && { error_kind }),
      ...(event && { event }),
      ...(since && { created_at: { gte: since.toISOString() } }),
    },
  };
  const { webhookDeliveries } = rapport;
  const found = subscription
    ? webhookDeliveries.listOfSubscription(subscription, query)
    : webhookDeliveries.list(query);
  const { data, next_cursor } = await found.firstPage();
  return { data, next_cursor };
}

function tell({ data, next_cursor }: Deliveries): string {
  if (data.length === 0) return 'There are no such deliveries.';
  const rows = data.map(({ uuid, event, state, attempt_count, created_at, ...rest }) => [
    uuid,
    event,
    state,
    String(attempt_count),
    outcome(rest),
    created_at,
    rest.record_name ?? rest.record_uuid ?? '-',
  ]);
  const table = columns([['DELIVERY', 'EVENT', 'STATE', 'ATTEMPTS', 'ANSWER', 'PLANNED', 'RECORD'], ...rows]);
  if (next_cursor === null) return table;
  return `${table}\n\nThere are more. Continue with the same options and: --cursor ${next_cursor}`;
}

function outcome({
  response_status,
  error_kind,
  not_sent_reason,
}: Pick<WebhookDelivery, 'response_status' | 'error_kind' | 'not_sent_reason'>): string {
  return String(response_status ?? error_kind ?? not_sent_reason ?? '-');
}
