import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { UUID } from './add.ts';

export function listFilesCommand(): Verb {
  return new Verb('list')
    .description('List the files of a record, the newest first.')
    .argument('<record>', 'the record', parseUuid)
    .option('--deleted', 'those in the trash, which restore brings back')
    .examples(`files list ${UUID}`, `files list ${UUID} --deleted --json`)
    .action((record: string, options: OutputOptions & { deleted?: boolean }) =>
      runRemote(
        options,
        async ({ rapport }) => {
          const query = { limit: 200, ...(options.deleted && { deleted: true }) };
          return { data: await rapport.files.listOf(record, query).toArray() };
        },
        ({ data }) =>
          data.length === 0
            ? 'There are none.'
            : columns([
                ['UUID', 'SENT', 'BYTES', 'TYPE', 'NAME'],
                ...data.map(({ uuid, created_at, size_bytes, type, name }) => [
                  uuid,
                  created_at,
                  String(size_bytes),
                  type,
                  name,
                ]),
              ]),
      ),
    );
}
