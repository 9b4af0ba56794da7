import type { WebhookAttempt, WebhookDeliveryWithAttempts } from '@rapport/client/resources';
import type { OutputOptions } from '../output.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

export function showDeliveryCommand(): Verb {
  return new Verb('show')
    .description('Show a delivery with all its attempts.')
    .argument('<uuid>', 'the delivery; its receiver gets this uuid as X-Delivery-Uuid')
    .examples(
      'deliveries show 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'deliveries show 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((uuid: string, options: OutputOptions) =>
      runRemote(options, ({ rapport }) => rapport.webhookDeliveries.retrieve(uuid), tell),
    );
}

function tell(delivery: WebhookDeliveryWithAttempts): string {
  const {
    uuid,
    event,
    event_uuid,
    record_uuid,
    record_name,
    subscription_uuid,
    state,
    not_sent_reason,
    next_attempt_at,
  } = delivery;
  const facts = columns([
    ['delivery', uuid],
    ['event', `${event} ${event_uuid}`],
    ['record', [record_name, record_uuid].filter(Boolean).join(' ') || '-'],
    ['subscription', subscription_uuid],
    ['state', not_sent_reason === null ? state : `${state}: ${not_sent_reason}`],
    ...(next_attempt_at === null ? [] : [['next attempt', next_attempt_at]]),
  ]);
  return [facts, ...delivery.attempts.map(tellAttempt)].join('\n\n');
}

function tellAttempt(attempt: WebhookAttempt): string {
  const { number, started_at, duration_ms, response_status, error_kind, error_detail, response_excerpt } =
    attempt;
  const outcome =
    error_kind === null ? `${response_status}` : `${response_status ?? 'no answer'} (${error_kind})`;
  const detail = error_detail === null ? [] : [`    ${error_detail}`];
  const answer = response_excerpt ? [`    ${response_excerpt.slice(0, 500).replaceAll('\n', '\n    ')}`] : [];
  return [`  attempt ${number}  ${started_at}  ${duration_ms} ms  ${outcome}`, ...detail, ...answer].join(
    '\n',
  );
}
