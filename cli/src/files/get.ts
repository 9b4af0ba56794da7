import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { apiErrorOf } from '@rapport/client/errors';
import type { Command } from 'commander';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { UUID } from './add.ts';

type Options = OutputOptions & { output?: string };

export function getFileCommand(): Verb {
  return new Verb('get')
    .description('Download a file.')
    .argument('<uuid>', 'the file', parseUuid)
    .option('--output <file>', 'write it here; under its own name in this folder when left out')
    .examples(`files get ${UUID}`, `files get ${UUID} --output offer.pdf --json`)
    .action(get);
}

async function get(uuid: string, options: Options, command: Command): Promise<void> {
  await runRemote(
    options,
    async (remote) => {
      const { name, sha256 } = await remote.rapport.files.retrieve(uuid);
      const output = options.output ?? name;
      await download(remote, uuid, output).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return command.error(`${output} is there already. Give another name with --output.`);
      });
      return { uuid, output, sha256 };
    },
    ({ output }) => `${output} is written.`,
  );
}

/** Writes the bytes as they come. A file that has not come whole does not stay. */
async function download({ base_url, token }: Remote, uuid: string, output: string): Promise<void> {
  const bearer = typeof token === 'function' ? await token() : token;
  const answer = await fetch(`${base_url}/api/v2/files/${uuid}/content`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  if (!answer.ok || answer.body === null) throw apiErrorOf(answer, await answer.text());
  const file = createWriteStream(output, { flags: 'wx' });
  const bytes = Readable.fromWeb(answer.body as ReadableStream);
  await pipeline(bytes, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') await rm(output, { force: true });
    throw error;
  });
}
