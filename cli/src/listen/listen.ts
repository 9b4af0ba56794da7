import { hostname } from 'node:os';
import { ApiError } from '@rapport/client/errors';
import type { WebhookRelayDelivery, WebhookSubscription } from '@rapport/client/resources';
import type { OutputOptions } from '../output.ts';
import { parseUrlLike } from '../parse-url.ts';
import { print, printError } from '../print.ts';
import { patternsOption } from '../remote/event-patterns.ts';
import { explainRemote, patient, type Remote, runRemote } from '../remote/run-remote.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { Verb } from '../verb.ts';
import { type Forwarded, forward, outcomeOf, signedWith, stopForwarding } from './forward.ts';
import { onKeys } from './keys.ts';
import { announceListening, endListening } from './listening.ts';
import { secretOption } from './secret-option.ts';

export function listenCommand(): Verb {
  return new Verb('listen')
    .description(
      'Forward events as they happen to a receiver on this machine, which needs no public address.',
    )
    .requiredOption(
      '--forward-to <url>',
      'the address of the receiver',
      parseUrlLike('http://localhost:4000/hook'),
    )
    .addOption(patternsOption())
    .addOption(secretOption('sign with this secret instead of that of the temporary subscription'))
    .notes(`
It makes a webhook subscription that is gone when the command ends, and fetches its deliveries. The receiver gets what the service signed:
the same bytes and headers. Nothing is tried again by itself: press r to have the service send the last one again, q or Ctrl+C to end.

Each time there is a new signing secret. With --secret you choose one, so that the receiver can keep it. With --json the subscription
is the first line, and each delivery another.`)
    .examples(
      'listen --forward-to http://localhost:4000/hook',
      'listen --forward-to http://localhost:4000/hook --events "client.*"',
      'listen --forward-to http://localhost:4000/hook --secret hH3vQ0wzXbJ9dS5kLr2TnYc8UaEg7MfPo1iVsBtRxKqWZyDuCjN4m6pGAeOl',
      'listen --forward-to http://localhost:4000/hook --json',
    )
    .action((options: Options) =>
      runRemote(
        options,
        (remote) => listen(remote, options),
        () => null,
      ),
    );
}

type Options = OutputOptions & { forwardTo: string; events: string[]; secret?: string };

async function listen(remote: Remote, options: Options): Promise<void> {
  const { forwardTo: url, events } = options;
  const signal = untilInterrupted();
  signal.addEventListener('abort', stopForwarding);
  const { webhookRelays } = remote.rapport;
  try {
    const relay = await webhookRelays.create(
      { url, events, description: `rapport listen on ${hostname()}` },
      { signal: aWhileAfter(signal) },
    );
    try {
      signal.throwIfAborted();
      await relayAll(remote, relay, options, signal);
    } finally {
      await endRelay(remote, relay, options);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * The time that the answer may take after the command is ended. Only the answer names the
 * subscription to delete.
 */
const GRACE_MS = 5_000;

function aWhileAfter(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', () => setTimeout(abort, GRACE_MS).unref());
  return controller.signal;
}

async function relayAll(
  remote: Remote,
  relay: WebhookSubscription,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const signing_secret = options.secret ?? relay.signing_secret;
  await announceListening(process.env, { pid: process.pid, url: options.forwardTo, signing_secret });
  if (options.json) print(JSON.stringify({ ...relay, signing_secret }));
  else printError(greeting(remote.base_url, options, signing_secret));

  let last: Promise<string> | undefined;
  const keys = onKeys({
    r: () => resend(remote, last, options),
    q: () => process.kill(process.pid, 'SIGINT'),
  });
  const { webhookRelays } = patient(remote, options);
  try {
    for (;;) {
      for (const delivery of await webhookRelays.deliveries(relay.uuid, { signal })) {
        const { forwarded, attempt } = await forward(options.forwardTo, signedAnew(delivery, options));
        signal.throwIfAborted();
        last = reportOnce(webhookRelays.report(delivery.uuid, attempt, { signal }), delivery);
        print(options.json ? JSON.stringify(forwarded) : lineOf(forwarded));
        await last;
      }
    }
  } finally {
    keys.stop();
  }
}

/**
 * Waits for the report and returns the delivery's uuid. A conflict is no error: the service ends
 * the deliveries of a subscription that was disabled in the meantime.
 */
async function reportOnce(reported: Promise<unknown>, { uuid }: WebhookRelayDelivery): Promise<string> {
  await reported.catch((error) => {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
  });
  return uuid;
}

/**
 * Makes the service send the last delivery again, after its outcome has been reported. It arrives
 * like any other.
 */
async function resend(
  { rapport }: Remote,
  last: Promise<string> | undefined,
  options: Options,
): Promise<void> {
  if (last === undefined) return printError('Nothing has come yet.');
  await last
    .then((uuid) => rapport.webhookDeliveries.resend(uuid))
    .catch((error) => printError(explainRemote(error, options)));
}

async function endRelay(
  { rapport }: Remote,
  { uuid }: WebhookSubscription,
  { json }: Options,
): Promise<void> {
  await endListening(process.env, process.pid);
  const isGone = await rapport.webhookSubscriptions.delete(uuid).then(
    () => true,
    () => false,
  );
  if (json) return;
  printError(
    isGone
      ? 'Ended. The subscription is gone.'
      : 'Ended. The service cannot be reached now; it deletes the subscription by itself within two minutes.',
  );
}

function signedAnew(delivery: WebhookRelayDelivery, { secret }: Options): WebhookRelayDelivery {
  if (secret === undefined) return delivery;
  return { ...delivery, headers: { ...delivery.headers, ...signedWith(secret, delivery).headers } };
}

function greeting(base_url: string, { events, forwardTo }: Options, signing_secret: string): string {
  return `Events ${events.join(', ')} of ${base_url} go to ${forwardTo}
Signing secret  ${signing_secret}
r sends the last one again, q ends.
`;
}

function lineOf(forwarded: Forwarded): string {
  const time = new Date().toTimeString().slice(0, 8);
  const again = forwarded.attempt > 1 ? `  (attempt ${forwarded.attempt})` : '';
  return `${time}  ${forwarded.event.padEnd(16)} ${forwarded.event_uuid}  → ${outcomeOf(forwarded)}${again}`;
}
