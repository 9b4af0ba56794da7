import { type FileHandle, open } from 'node:fs/promises';
import { operator } from '../../../server/src/access/caller.ts';
import type { Loaded } from '../../../server/src/exports/archive/load.ts';
import { takeIn } from '../../../server/src/exports/archive/take-in.ts';
import { findUserByEmail } from '../../../server/src/identity/actions.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import { type OutputOptions, refuse } from '../output.ts';
import { SILENT_PROGRESS, showProgress } from '../progress.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns, shellWord } from '../words.ts';

export function importAccountCommand(): Verb {
  return new Verb('import')
    .description('Take in a whole Account from a file of "rapport accounts export", or of the pages.')
    .argument('<file>', 'the zip file, unchanged')
    .requiredOption('--owner <email>', 'the e-mail address of the User who owns it here')
    .option('--fill <name>', 'the name of an empty Account of other Users that is to be filled')
    .notes(`
The Account gets its own uuid, and all records keep their uuids, times, versions and histories. An empty Account with
this uuid is filled if --owner owns it; one with records is refused. Either all of it is taken in, or nothing.

Members are matched by their e-mail addresses. Those who are missing are told: their records belong to nobody then. So
first create the Users who are to come along, with --email-verified: npx rapport users create --help

Events and webhooks wait until it ends. Do it when few people work.`)
    .examples(
      'accounts import lovelace.zip --owner ada@example.com',
      'accounts import lovelace.zip --owner ada@example.com --json',
    )
    .action(importAccount);
}

type Options = OutputOptions & { owner: string; fill?: string };

async function importAccount(path: string, options: Options): Promise<void> {
  const file = await openFile(path);
  if (file instanceof Problem) return refuse(file, options);
  const work = (service: CommandService, calledOff: AbortSignal) => read(service, file, options, calledOff);
  await run(options, work, (result) => tell(result), { endsByItself: true }).finally(() => file.close());
}

async function openFile(path: string): Promise<FileHandle | Problem> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return new Problem('archive_invalid', `${path} is no ordinary file. It is read twice: save it as one.`);
  } catch (error) {
    return new Problem(
      'archive_invalid',
      `${path} cannot be read: ${(error as Error).message}. Check the path.`,
    );
  }
}

async function read(
  service: CommandService,
  file: FileHandle,
  { owner, fill, json }: Options,
  signal: AbortSignal,
): Promise<Loaded | Problem> {
  const user = await findUserByEmail(service.db, owner);
  if (user instanceof Problem) return user;
  const progress = json ? SILENT_PROGRESS : showProgress('lines');
  const wanted = { owner_uuid: user.uuid, fill: fill ?? null };
  const watcher = { progress: progress.onProgress, signal };
  return takeIn(service, operator('accounts import'), file, wanted, watcher)
    .catch((error) => (signal.aborted ? stopped() : Promise.reject(error)))
    .finally(progress.stop);
}

function stopped(): Problem {
  return new Problem('unavailable', 'It was stopped. Nothing was imported.');
}

function tell({ account: { uuid, name }, is_new, people, counts }: Loaded): string {
  const { joining, unproven, missing } = people;
  const named = (members: typeof missing) =>
    columns(members.map((member) => [member.email, member.name, member.role ?? 'a former member']));
  const add = `npx rapport logins add --account ${uuid} --email`;
  return [
    `${name} is here${is_new ? '' : ', in the Account that was empty'}: ${uuid}`,
    '',
    columns(Object.entries(counts).map(([file, lines]) => [file, String(lines)])),
    ...(joining.length > 0 ? ['', 'Members who have a Login:', named(joining)] : []),
    ...(unproven.length > 0
      ? [
          '',
          'Members without a Login, because nobody has proven that the address is theirs:',
          named(unproven),
          '',
          'If you know them, vouch for each and give them one:',
          `  npx rapport users verify-email --email ${shellWord(unproven[0]!.email)}`,
          `  ${add} ${shellWord(unproven[0]!.email)} --role ${unproven[0]!.role}`,
        ]
      : []),
    ...(missing.length > 0
      ? ['', 'Not Users here, so what belonged to them belongs to nobody:', named(missing)]
      : []),
  ].join('\n');
}
