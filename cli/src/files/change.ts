import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { UUID } from './add.ts';

export function renameFileCommand(): Verb {
  return new Verb('rename')
    .description('Give a file another name.')
    .argument('<uuid>', 'the file', parseUuid)
    .argument('<name>', 'the new name')
    .examples(`files rename ${UUID} "Offer of May.pdf"`, `files rename ${UUID} offer.pdf --json`)
    .action((uuid: string, name: string, options: OutputOptions) =>
      runRemote(
        options,
        ({ rapport }) => rapport.files.update(uuid, { name }),
        (file) => `${file.uuid} is called ${file.name} now.`,
      ),
    );
}

export function deleteFileCommand(): Verb {
  return new Verb('delete')
    .description('Put a file into the trash. It can be restored for 30 days.')
    .argument('<uuid>', 'the file', parseUuid)
    .examples(`files delete ${UUID}`, `files delete ${UUID} --json`)
    .action((uuid: string, options: OutputOptions) =>
      runRemote(
        options,
        async ({ rapport }) => {
          await rapport.files.delete(uuid);
          return { uuid, deleted: true };
        },
        () => `${uuid} is in the trash. Bring it back with: npx rapport files restore ${uuid}`,
      ),
    );
}

export function restoreFileCommand(): Verb {
  return new Verb('restore')
    .description('Take a file out of the trash.')
    .argument('<uuid>', 'the file', parseUuid)
    .examples(`files restore ${UUID}`, `files restore ${UUID} --json`)
    .action((uuid: string, options: OutputOptions) =>
      runRemote(
        options,
        ({ rapport }) => rapport.files.restore(uuid),
        ({ name }) => `${name} is there again.`,
      ),
    );
}
