import { EXIT, type OutputOptions } from '../output.ts';
import { print } from '../print.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import type { Check } from './check.ts';
import { examine } from './checks.ts';

export function doctorCommand(): Verb {
  return new Verb('doctor')
    .description('Check the settings, the data folder, the database and the deliveries. Changes nothing.')
    .option('--records', 'also compare all records with their links, histories and events; reads them whole')
    .notes(`The exit code is ${EXIT.refused} when something is wrong.`)
    .examples(
      'doctor',
      'doctor --records                     after a restore, or when somebody has written to the tables',
      'doctor --json                        {"ok":true,"checks":[{"check":"settings","ok":true,"detail":"…"}]}',
    )
    .action(doctor);
}

async function doctor({ json, records }: OutputOptions & { records?: true }): Promise<void> {
  const checks = await examine(process.env, { records });
  const ok = checks.every((check) => check.ok);
  print(json ? JSON.stringify({ ok, checks }) : tell(checks));
  if (!ok) process.exitCode = EXIT.refused;
}

function tell(checks: Check[]): string {
  const lines = columns(checks.flatMap(rowsOf));
  const problems = checks.filter(({ ok }) => !ok).length;
  if (problems === 0) return `${lines}\n\nEverything is in order.`;
  return `${lines}\n\n${problems} ${problems === 1 ? 'problem' : 'problems'}.`;
}

/** Details from PostgreSQL may have several lines. */
function rowsOf({ check, ok, detail }: Check): string[][] {
  const [line, ...more] = detail.split('\n');
  return [[ok ? 'ok' : 'problem', check, line!], ...more.map((next) => ['', '', next])];
}
