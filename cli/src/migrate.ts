import type { OutputOptions } from './output.ts';
import { run } from './run.ts';
import { Verb } from './verb.ts';

export function migrateCommand(): Verb {
  return new Verb('migrate')
    .description(
      'Upgrade the database to the newest schema. A start of the server does the same, other commands do not.',
    )
    .option(
      '--without-backup',
      'upgrade the embedded database without a backup, because you have made one elsewhere',
    )
    .notes(
      'Before the embedded database is upgraded, it is backed up into the folder backups of the data folder; there is no other way back.',
    )
    .examples('migrate', 'migrate --json                       {"applied":["0001_start.sql"]}')
    .action((options: OutputOptions & { withoutBackup?: boolean }) =>
      run(options, async ({ migrations }) => ({ applied: migrations }), tell, {
        upgrade: true,
        make: true,
        without_backup: options.withoutBackup,
      }),
    );
}

function tell({ applied }: { applied: string[] }): string {
  if (applied.length === 0) return 'The database has the newest schema already; nothing was changed.';
  return `The database has the newest schema now; applied ${applied.join(', ')}.`;
}
