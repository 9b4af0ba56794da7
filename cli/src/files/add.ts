import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { FileUploadCreate } from '@rapport/client/resources';
import { FILE_KINDS } from '@rapport/contract/files';
import { type Command, InvalidArgumentError } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { RepeatableOption } from '../repeatable-option.ts';
import { Verb } from '../verb.ts';

/** Stands for uuids in examples. */
export const UUID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

type Kept = NonNullable<FileUploadCreate['records']>;
type Options = OutputOptions & { record: Kept; account?: string };

export function addFileCommand(): Verb {
  return new Verb('add')
    .description('Send a file, and keep it with records.')
    .argument('<file>', 'the file')
    .addOption(
      new RepeatableOption(
        '--record <kind:uuid>',
        `a record that it is kept with: ${FILE_KINDS.join(', ')}; may be given several times`,
      )
        .argParser(addRecord)
        .makeOptionMandatory(),
    )
    .option(
      '--account <uuid>',
      'the Account of the records; the default Account of the token when left out',
      parseUuid,
    )
    .examples(
      `files add offer.pdf --record client:${UUID}`,
      `files add offer.pdf --record deal:${UUID} --json`,
    )
    .action(add);
}

function addRecord(text: string, before: Kept = []): Kept {
  const [, kind, uuid] = /^([a-z]+):([0-9a-f-]{36})$/i.exec(text) ?? [];
  const resource = FILE_KINDS.find((one) => one === kind);
  if (!resource || !uuid)
    throw new InvalidArgumentError(`It must be a kind and a uuid, such as client:${UUID}.`);
  return [...before, { resource, uuid }];
}

async function add(path: string, options: Options, command: Command): Promise<void> {
  const content = await openAsBlob(path).catch((error: Error) =>
    command.error(`${path} cannot be read: ${error.message} Check the path.`),
  );
  const { record: records, account } = options;
  await runRemote(
    options,
    ({ rapport }) =>
      rapport.files.create(
        { name: basename(path), content },
        { records, ...(account && { account_uuid: account }) },
      ),
    ({ uuid, name }) => `${name} is kept: ${uuid}`,
  );
}
