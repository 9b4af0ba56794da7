import { randomUUID } from 'node:crypto';
import { EVENT_NAMES, type EventName } from '@rapport/contract/events';
import { Argument, type Command, Option } from 'commander';
import { type Forwarded, forward, outcomeOf, signedWith } from './listen/forward.ts';
import { readListening } from './listen/listening.ts';
import { secretOption } from './listen/secret-option.ts';
import { EXIT, type OutputOptions } from './output.ts';
import { parseUrlLike } from './parse-url.ts';
import { type Remote, runRemote } from './remote/run-remote.ts';
import { Verb } from './verb.ts';

export function triggerCommand(): Verb {
  return new Verb('trigger')
    .description('Send a sample of an event, signed like any delivery, and print the answer of the receiver.')
    .addArgument(new Argument('<event>', 'which event').choices(EVENT_NAMES))
    .option('--subscription <uuid>', 'let the service send it to this webhook subscription')
    .addOption(
      new Option('--to <url>', 'send it from here to this address; needs --secret')
        .argParser(parseUrlLike('http://localhost:4000/hook'))
        .conflicts('subscription'),
    )
    .addOption(secretOption('the signing secret of the receiver at --to'))
    .notes(`Without --subscription and --to it goes where \`rapport listen\` on this machine sends to, signed in the same way. Nothing changes in the
service: a sample has "test": true. The exit code is ${EXIT.refused} when the receiver did not answer 2xx.`)
    .examples(
      'trigger client.updated',
      'trigger client.updated --subscription 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'trigger client.updated --to http://localhost:4000/hook --secret hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl',
      'trigger client.created --json',
    )
    .action(async (event: EventName, options: Options, command: Command) => {
      const { subscription } = options;
      if (subscription) return run(options, (remote) => triggerFromService(remote, event, subscription));
      const receiver = await receiverOf(options, command);
      return run(options, (remote) => triggerFromHere(remote, event, receiver));
    });
}

type Options = OutputOptions & { subscription?: string; to?: string; secret?: string };
type Receiver = { url: string; signing_secret: string };

/** Returns the receiver of the options, or the one of a running `listen`. */
async function receiverOf({ to, secret }: Options, command: Command): Promise<Receiver> {
  if (to && secret) return { url: to, signing_secret: secret };
  if (to) command.error('Give --secret: the signing secret of the receiver.');
  const listening = await readListening(process.env);
  return (
    listening ??
    command.error(
      'Nothing listens here. Start `rapport listen`, or give --subscription, or --to and --secret.',
    )
  );
}

function run(options: Options, work: (remote: Remote) => Promise<Forwarded>): Promise<void> {
  const trigger = async (remote: Remote) => {
    const forwarded = await work(remote);
    if (!forwarded.is_accepted) process.exitCode = EXIT.refused;
    return forwarded;
  };
  return runRemote(options, trigger, tell);
}

async function triggerFromHere(
  { rapport }: Remote,
  event: EventName,
  { url, signing_secret }: Receiver,
): Promise<Forwarded> {
  const types = await rapport.eventTypes.list().toArray();
  const { sample } = types.find((type) => type.event === event)!;
  const created_at = new Date().toISOString().replace('Z', '+00:00');
  const event_uuid = randomUUID();
  const body = JSON.stringify({ ...sample, uuid: event_uuid, created_at, test: true });
  const delivery = signedWith(signing_secret, { uuid: randomUUID(), event, event_uuid, number: 1, body });
  return (await forward(url, delivery)).forwarded;
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
  // Drops the full stop, because the text of an error already ends with one.
  return `${forwarded.event} ${forwarded.event_uuid} sent: ${outcomeOf(forwarded).replace(/\.$/, '')}.`;
}
