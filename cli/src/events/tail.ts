import type { Event } from '@rapport/client/resources';
import { matchesEvent } from '@rapport/contract/events';
import type { OutputOptions } from '../output.ts';
import { print, printError, visible } from '../print.ts';
import { patternsOption } from '../remote/event-patterns.ts';
import { patient, type Remote, runRemote } from '../remote/run-remote.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { Verb } from '../verb.ts';

export function tailEventsCommand(): Verb {
  return new Verb('tail')
    .description('Print events as they happen, until Ctrl+C.')
    .addOption(patternsOption())
    .option('--after <uuid>', 'begin behind this event instead of now')
    .notes('With --json each event is a line, as it is delivered.')
    .examples(
      'events tail',
      'events tail --events "client.*,login.created"',
      'events tail --json                   {"uuid":"01a0…","event":"client.updated",…}',
    )
    .action((options: Options) =>
      runRemote(
        options,
        (remote) => tail(remote, options),
        () => null,
      ),
    );
}

type Options = OutputOptions & { events: string[]; after?: string };

async function tail(remote: Remote, options: Options): Promise<void> {
  const { events, json } = options;
  const signal = untilInterrupted();
  try {
    // Always requested, so that a wrong address is refused now. Later it would look like an endless
    // outage.
    const latest = await remote.rapport.events.latest({ signal });
    const after = options.after ?? latest ?? undefined;
    const onResumed = (from: string) =>
      printError(`The service does not know ${after}: it may have been restored. Going on from ${from}.`);
    for await (const body of patient(remote, options).events.followBodies({ after, onResumed }, { signal })) {
      const event = JSON.parse(body) as Event;
      if (matchesEvent(events, event.event)) print(json ? body : visible(lineOf(event)));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function lineOf({ created_at, event, data, changed_fields, actor }: Event): string {
  const changed = changed_fields.length > 0 ? `  changed ${changed_fields.join(', ')}` : '';
  return `${created_at}  ${event.padEnd(16)} ${data.uuid}  by ${actor.name}${changed}`;
}
