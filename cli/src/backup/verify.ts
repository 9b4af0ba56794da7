import { StartProblem } from '../../../server/src/platform/start-problem.ts';
import { EXIT, type OutputOptions, refuse } from '../output.ts';
import { print } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { type Drill, drill } from './drill.ts';
import { knownPassphrase, type PassphraseOptions, passphraseOption } from './passphrase.ts';

type Options = OutputOptions & PassphraseOptions;

export function verifyBackupCommand(): Verb {
  return new Verb('verify')
    .description(
      'Check a backup: restore a temporary copy, run the doctor and count its records. Changes nothing in the service.',
    )
    .argument('<path>', 'the file of the backup')
    .addOption(passphraseOption())
    .notes(`
The copy lies in the folder for temporary files (TMPDIR), which needs room for all of it, and runs there on a free port. One of an older release
is upgraded, as a start would. The exit code is ${EXIT.refused} when something is wrong with it, and ${EXIT.wrong_usage} when it cannot be restored or started.`)
    .examples(
      'backup verify /backup/rapport-20261122T180000Z.tar.zst',
      'backup verify /backup/rapport-20261122T180000Z.tar.zst --json    {"ok":true,"began_at":"…","records":{"users":3,…},…}',
    )
    .action(verify);
}

async function verify(path: string, options: Options): Promise<void> {
  // Handles signals itself: the default handler would end this process and leave the copy running.
  const calledOff = untilInterrupted();
  const passphrase = await knownPassphrase(options);
  const found = passphrase instanceof StartProblem ? passphrase : await drill(path, passphrase, calledOff);
  if (found instanceof StartProblem) return refuse(found, options);
  const ok = found.checks.every((check) => check.ok);
  print(options.json ? JSON.stringify({ ok, path, ...found }) : tell(found, ok));
  if (!ok) process.exitCode = EXIT.refused;
}

function tell({ began_at, rapport, upgraded, checks, records }: Drill, ok: boolean): string {
  const counts = Object.entries(records).filter(([, rows]) => rows > 0);
  return [
    columns(checks.map(({ check, ok, detail }) => [ok ? 'ok' : 'problem', check, detail])),
    columns(counts.map(([table, rows]) => [String(rows), table.replaceAll('_', ' ')])),
    upgraded.length > 0
      ? `The backup is of an older release. These migrations were applied to the copy: ${upgraded.join(', ')}.`
      : '',
    ok
      ? `The backup of ${began_at} (Rapport ${rapport}) can be restored.`
      : 'The backup can be restored, but its contents have problems.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
