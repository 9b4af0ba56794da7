import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { listenSecret } from '../remote/credentials.ts';
import { matches, patternsOption } from '../remote/event-patterns.ts';
import { patient, type Remote, runRemote } from '../remote/run-remote.ts';
import { jsonOption, type OutputOptions } from '../run.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { deliver, type Forwarded, type LocalDelivery, outcomeOf } from './deliver.ts';
import { onKeys } from './keys.ts';

export function listenCommand(): Command {
  return new Command('listen')
    .description(
      'Pass on events as they happen to a receiver on this machine, which needs no public address.',
    )
    .option('--forward-to <url>', 'the address of the receiver', parseUrl)
    .addOption(patternsOption())
    .option('--secret <secret>', 'sign with this instead of the secret that is kept for this machine')
    .option('--print-secret', 'print the signing secret of this machine and end')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The receiver gets what it would get from the service: the same bytes, headers and signature. The signing secret is the same each
time on this machine. Nothing is tried again by itself: press r to send the last event once more, q or Ctrl+C to end. With --json
each delivery is a line.

Examples:
  npx rapport listen --forward-to http://localhost:4000/hook
  npx rapport listen --forward-to http://localhost:4000/hook --events "client.*"
  npx rapport listen --forward-to http://localhost:4000/hook --json
  npx rapport listen --print-secret`,
    )
    .action(async (options: Options, command: Command) => {
      if (options.printSecret) return printSecret(options);
      if (!options.forwardTo) command.error('Give --forward-to: the address of the receiver.');
      await runRemote(
        options,
        (remote) => listen(remote, options),
        () => null,
      );
    });
}

type Options = OutputOptions & {
  forwardTo: string;
  events: string[];
  secret?: string;
  printSecret?: boolean;
};

async function printSecret({ json }: Options): Promise<void> {
  const signing_secret = await listenSecret(process.env);
  console.log(json ? JSON.stringify({ signing_secret }) : signing_secret);
}

async function listen(remote: Remote, options: Options): Promise<void> {
  const { forwardTo: url, events, json } = options;
  const signing_secret = options.secret ?? (await listenSecret(process.env));
  const signal = untilInterrupted();
  // Before anything is promised: it tells whether the token works, and what is new from here on.
  const after = (await remote.rapport.events.latest({ signal })) ?? undefined;
  if (!json) console.error(greeting(remote.base_url, options, signing_secret));

  let last: LocalDelivery | undefined;
  const forward = async (delivery: LocalDelivery) => {
    last = delivery;
    const forwarded = await deliver(delivery);
    console.log(json ? JSON.stringify(forwarded) : lineOf(forwarded));
  };
  const keys = onKeys({
    r: () => (last ? forward({ ...last, number: last.number + 1 }) : console.error('Nothing has come yet.')),
    q: () => process.kill(process.pid, 'SIGINT'),
  });
  try {
    for await (const body of patient(remote).events.followBodies({ after }, { signal })) {
      if (!matches(events, (JSON.parse(body) as { event: string }).event)) continue;
      await forward({ url, signing_secret, body, delivery_uuid: randomUUID(), number: 1 });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    keys.stop();
  }
  if (!json) console.error('Ended. Nothing is left behind in the service.');
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return text;
  throw new InvalidArgumentError('It must be an address such as http://localhost:4000/hook.');
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
