import { randomUUID } from 'node:crypto';
import { EVENT_NAMES, type EventName } from '@rapport/contract/events';
import { Argument, Command, Option } from 'commander';
import { deliver, type Forwarded, outcomeOf } from './listen/deliver.ts';
import { listenSecret } from './remote/credentials.ts';
import { type Remote, runRemote } from './remote/run-remote.ts';
import { EXIT, jsonOption, type OutputOptions } from './run.ts';

export function triggerCommand(): Command {
  return new Command('trigger')
    .description('Send a sample of an event, signed like any delivery, and say what the receiver made of it.')
    .addArgument(new Argument('<event>', 'which event').choices(EVENT_NAMES))
    .option('--subscription <uuid>', 'have the service send it to this webhook subscription')
    .addOption(
      new Option('--to <url>', 'send it from here to this address, signed as `listen` signs').conflicts(
        'subscription',
      ),
    )
    .option('--secret <secret>', 'sign with this instead; only with --to')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Nothing changes in the service: a sample has "test": true. The exit code is ${EXIT.refused} when the receiver did not answer 2xx.

Examples:
  npx rapport trigger client.updated --to http://localhost:4000/hook
  npx rapport trigger client.updated --subscription 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64
  npx rapport trigger client.created --to http://localhost:4000/hook --json`,
    )
    .action((event: EventName, options: Options, command: Command) => {
      if (!options.to && !options.subscription)
        command.error('Give --to or --subscription: where it shall go.');
      return runRemote(options, (remote) => trigger(remote, event, options), tell);
    });
}

type Options = OutputOptions & { subscription?: string; to?: string; secret?: string };

async function trigger(
  remote: Remote,
  event: EventName,
  { subscription, to, secret }: Options,
): Promise<Forwarded> {
  const forwarded = to
    ? await triggerFromHere(remote, event, to, secret ?? (await listenSecret(process.env)))
    : await triggerFromService(remote, event, subscription!);
  if (!forwarded.is_accepted) process.exitCode = EXIT.refused;
  return forwarded;
}

async function triggerFromHere(
  { rapport }: Remote,
  event: EventName,
  url: string,
  signing_secret: string,
): Promise<Forwarded> {
  const types = await rapport.eventTypes.list().toArray();
  const { sample } = types.find((type) => type.event === event)!;
  const created_at = new Date().toISOString().replace('Z', '+00:00');
  const body = JSON.stringify({ ...sample, uuid: randomUUID(), created_at, test: true });
  return deliver({ url, signing_secret, body, delivery_uuid: randomUUID(), number: 1 });
}

async function triggerFromService(
  { rapport }: Remote,
  event: EventName,
  subscription_uuid: string,
): Promise<Forwarded> {
  const { delivery_uuid, body, attempt, not_sent_detail } = await rapport.webhookSubscriptions.test(
    subscription_uuid,
    { event },
  );
  const event_uuid = body.uuid as string;
  return {
    event,
    event_uuid,
    delivery_uuid,
    attempt: 1,
    is_accepted: attempt !== null && attempt.error_kind === null,
    response_status: attempt?.response_status ?? null,
    duration_ms: attempt?.duration_ms ?? 0,
    error: attempt === null ? not_sent_detail : (attempt.error_detail ?? attempt.error_kind),
  };
}

function tell(forwarded: Forwarded): string {
  return `${forwarded.event} ${forwarded.event_uuid} sent: ${outcomeOf(forwarded)}.`;
}
