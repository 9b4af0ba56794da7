import type { Import } from '@rapport/client/resources';
import { EXIT, type OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { SILENT_PROGRESS, showProgress } from '../progress.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { tellImport, UUID } from './words.ts';

type Options = OutputOptions & { wait?: boolean };

export function startImportCommand(): Verb {
  return new Verb('start')
    .description('Start a draft, or go on with a stopped or failed import, and wait for its end.')
    .argument('<uuid>', 'the import', parseUuid)
    .option('--no-wait', 'come back at once')
    .notes(
      `The service does it, also when this command is ended. The exit code is ${EXIT.refused} when rows are refused, or when it fails.`,
    )
    .examples(`imports start ${UUID}`, `imports start ${UUID} --no-wait --json`)
    .action((uuid: string, options: Options) =>
      runRemote(options, (remote) => start(remote, uuid, options), tellImport),
    );
}

export function waitForImportCommand(): Verb {
  return new Verb('wait')
    .description('Wait for the end of an import that was started, and show its progress.')
    .argument('<uuid>', 'the import', parseUuid)
    .notes(`The exit code is ${EXIT.refused} when rows are refused, or when it fails.`)
    .examples(`imports wait ${UUID}`, `imports wait ${UUID} --json`)
    .action((uuid: string, options: Options) =>
      runRemote(options, (remote) => waitFor(remote, uuid, options), tellImport),
    );
}

async function start(remote: Remote, uuid: string, options: Options): Promise<Import> {
  const started = await remote.rapport.imports.start(uuid);
  return options.wait === false ? started : waitFor(remote, uuid, options);
}

/** The time between two questions for the progress. */
const ASK_INTERVAL_MS = 1000;

async function waitFor({ rapport }: Remote, uuid: string, { json }: Options): Promise<Import> {
  const progress = json ? SILENT_PROGRESS : showProgress('rows');
  try {
    for (;;) {
      const now = await rapport.imports.retrieve(uuid);
      if (now.state !== 'running') return ended(now);
      progress.onProgress(now.progress.done, now.progress.total);
      await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
    }
  } finally {
    progress.stop();
  }
}

/** Sets the exit code, so that scripts notice what was not imported. */
function ended(now: Import): Import {
  if (now.counts.refused > 0 || now.state === 'failed') process.exitCode = EXIT.refused;
  return now;
}
