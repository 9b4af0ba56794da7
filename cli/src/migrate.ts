import { Command } from 'commander';
import { jsonOption, type OutputOptions, run } from './run.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Bring the database to the newest schema. A start of the server does the same, other commands do not.',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport migrate
  npx rapport migrate --json                       {"applied":["0001_start.sql"]}`,
    )
    .action((options: OutputOptions) =>
      run(options, async ({ migrations }) => ({ applied: migrations }), tell, { upgrade: true, make: true }),
    );
}

function tell({ applied }: { applied: string[] }): string {
  if (applied.length === 0) return 'The database has the newest schema already; nothing was changed.';
  return `The database has the newest schema now; applied ${applied.join(', ')}.`;
}
