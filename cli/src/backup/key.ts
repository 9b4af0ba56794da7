import { readKeyOfBackup } from '../../../server/src/backups/restore.ts';
import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { print } from '../print.ts';
import { Verb } from '../verb.ts';
import { knownPassphrase, type PassphraseOptions, passphraseOption } from './passphrase.ts';

export function backupKeyCommand(): Verb {
  return new Verb('key')
    .description('Print the secret key in a backup, for RAPPORT_SECRET_KEY.')
    .argument('<path>', 'the file of the backup')
    .addOption(passphraseOption())
    .examples(
      'backup key /backup/rapport-20261122T180000Z.tar.zst',
      'backup key /backup/rapport-20261122T180000Z.tar.zst.age --passphrase-file passphrase --json   {"secret_key":"…"}',
    )
    .action(async (path: string, options: OutputOptions & PassphraseOptions) => {
      const passphrase = await knownPassphrase(options);
      const key = passphrase instanceof StartProblem ? passphrase : await readKeyOfBackup(path, passphrase);
      if (key instanceof StartProblem) return refuse(key, options);
      print(options.json ? JSON.stringify({ secret_key: key }) : key);
    });
}
