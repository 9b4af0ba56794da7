import { moveSome, removeLeavings } from '../../../server/src/files/move.ts';
import { Problem } from '../../../server/src/platform/problem.ts';
import type { OutputOptions } from '../output.ts';
import { type CommandService, run } from '../run.ts';
import { Verb } from '../verb.ts';

const PLACES = { storage: 's3', database: 'database' } as const;

type Options = OutputOptions & { to: string };

const OF_ORIGINAL =
  'This is a copy, and the bucket may be that of its original. Run rapport database make-live first, or leave the files in the database.';

export function moveFilesCommand(): Verb {
  return new Verb('move')
    .description('For the operator: move the bytes of all files to the storage of RAPPORT_FILES, or back.')
    .requiredOption('--to <place>', 'storage, or database')
    .notes(
      'Each is checked by its SHA-256 on the way, and is read at its old place until then. It can be stopped and begun again. Before RAPPORT_FILES is taken away, move all to the database; without workers that run, as these move them out again.',
    )
    .examples('files move --to storage', 'files move --to database --json')
    .action(move);
}

async function move(options: Options): Promise<void> {
  const work = async (service: CommandService, calledOff: AbortSignal) => {
    const to = PLACES[options.to as keyof typeof PLACES];
    if (to === undefined)
      return new Problem('conflict', `--to is "${options.to}". It must be storage or database.`);
    const { objects } = service;
    if (objects === null)
      return new Problem('conflict', 'RAPPORT_FILES is not set. Set it, with the keys of the bucket.');
    // The bucket is that of its original.
    if (service.is_copy && to === 's3') return new Problem('conflict', OF_ORIGINAL);
    let moved = 0;
    for (let some = 1; some > 0; moved += some) some = await moveSome(service, to, calledOff);
    if (!service.is_copy) for (let some = 1; some > 0; ) some = await removeLeavings(service.db, objects);
    return { to: options.to, moved };
  };
  await run(options, work, ({ to, moved }) => `${moved} files were moved to the ${to}.`, {
    endsByItself: true,
  });
}
