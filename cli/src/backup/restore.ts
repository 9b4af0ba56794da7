import { HOW_TO_MAKE_LIVE } from '../../../server/src/backups/copies.ts';
import { restoreBackup } from '../../../server/src/backups/restore.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { readConfig } from '../../../server/src/start/config.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { print } from '../print.ts';
import { Verb } from '../verb.ts';
import { knownPassphrase, type PassphraseOptions, passphraseOption } from './passphrase.ts';

type Options = OutputOptions & PassphraseOptions & { asCopy?: boolean };

export function restoreCommand(): Verb {
  return new Verb('restore')
    .description('Restore a backup into an absent or empty data folder, or an empty database.')
    .argument('<path>', 'the file of the backup')
    .addOption(passphraseOption())
    .option(
      '--as-copy',
      'for a trial beside the original: sends no webhooks, writes mails to files, reminds nobody',
    )
    .notes(`
RAPPORT_DATA_DIR says where an embedded database goes, or DATABASE_URL and RAPPORT_SECRET_KEY where the other kind does. Nothing is ever
overwritten, and a backup that was cut or altered is refused before anything is there. The schema stays as old as it was: start the release that
made the backup, or a newer one, which brings it up to date.

What is restored is alive: started beside its original, it sends the same webhooks and mails. --as-copy prevents that for as long as the copy
lives, and brings its schema up to date. \`rapport database make-live\` ends it.`)
    .examples(
      'RAPPORT_DATA_DIR=/srv/rapport npx rapport restore /backup/rapport-20261122T180000Z.tar.zst',
      'PORT=3001 RAPPORT_DATA_DIR=/srv/trial npx rapport restore /backup/rapport-20261122T180000Z.tar.zst --as-copy',
      'restore /backup/rapport-20261122T180000Z.tar.zst.age --passphrase-file passphrase',
      'restore /backup/rapport-20261122T180000Z.tar.zst --json    {"restored":"/srv/rapport","began_at":"…",…}',
    )
    .action(restore);
}

async function restore(path: string, options: Options): Promise<void> {
  const config = readConfig(process.env);
  if (config instanceof StartProblem) return refuse(config, options);
  const passphrase = await knownPassphrase(options);
  if (passphrase instanceof StartProblem) return refuse(passphrase, options);
  const about = await restoreBackup(path, config, passphrase, { as_copy: options.asCopy ?? false });
  if (about instanceof StartProblem) return refuse(about, options);
  const restored = config.database_url === null ? config.data_dir : 'DATABASE_URL';
  if (options.json) return print(JSON.stringify({ restored, ...about }));
  const goesOut = options.asCopy
    ? `It is marked as a copy: it sends no webhooks, writes mails to files and reminds nobody. ${HOW_TO_MAKE_LIVE}\n`
    : 'Webhooks that were open at that moment are sent, perhaps again, unless the backup was of a copy. For a trial beside the original restore with --as-copy.\n';
  print(
    `Restored what was there at ${about.began_at} (Rapport ${about.rapport}) to ${restored}. Start Rapport with it: npm start\n` +
      `${goesOut}Tokens and sessions that were ended after it are alive again.`,
  );
}
