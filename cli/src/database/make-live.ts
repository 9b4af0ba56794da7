import { makeLive } from '../../../server/src/backups/copies.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';

type MadeLive = { was_copy: boolean };

export function makeLiveCommand(): Verb {
  return new Verb('make-live')
    .description('Let a copy (restore --as-copy) send webhooks, mails and reminders from its next start on.')
    .notes(`
Only when it takes the place of its original: two live ones send everything twice. Webhooks that ended as not sent stay so; \`rapport deliveries
recover\` makes them anew. Reminders that fell due meanwhile come at once. Restart a running Rapport: it goes on as a copy until then.`)
    .examples('database make-live', 'database make-live --json            {"was_copy":true}')
    .action((options: OutputOptions) =>
      run(options, async ({ db }): Promise<MadeLive> => ({ was_copy: await makeLive(db) }), inWords),
    );
}

function inWords({ was_copy }: MadeLive): string {
  const found = was_copy ? 'The mark of a copy is gone. Start Rapport anew.' : 'It was not marked as a copy.';
  return process.env.RAPPORT_COPY === 'on' ? `${found} RAPPORT_COPY=on still makes it one.` : found;
}
