import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { tellImport, UUID } from './words.ts';

export function createImportCommand(): Verb {
  return new Verb('create')
    .description('Send files and see what would become of their rows. Nothing is imported yet.')
    .argument(
      '<files...>',
      'CSV, .xlsx, .xls, .ods, vCard, or a zip of these: all files of a system together',
    )
    .option(
      '--account <uuid>',
      'into this Account; the default Account of the token when left out',
      parseUuid,
    )
    .notes(`
Files of HubSpot, Pipedrive, Salesforce, Zoho, Google, Outlook, Twenty, EspoCRM and vCard are recognised by their
columns. Files that are sent together are linked by the ids of their records.`)
    .examples(
      'imports create companies.csv contacts.csv deals.csv',
      `imports create export.zip --account ${UUID} --json`,
    )
    .action(create);
}

type Options = OutputOptions & { account?: string };

async function create(paths: string[], options: Options, command: Command): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => {
      try {
        return { name: basename(path), content: await openAsBlob(path) };
      } catch (error) {
        return command.error(`${path} cannot be read: ${(error as Error).message} Check the path.`);
      }
    }),
  );
  const { account } = options;
  await runRemote(
    options,
    ({ rapport }) => rapport.imports.create(files, account ? { account_uuid: account } : {}),
    tellImport,
  );
}
