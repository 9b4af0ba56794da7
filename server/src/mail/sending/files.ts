import { MAIL_FILES_MAX_BYTES } from '@rapport/contract/outgoing-mails';
import type { Caller } from '../../access/caller.ts';
import { findSeen } from '../../files/actions.ts';
import type { FilesCore } from '../../files/seen.ts';
import { readContent, type Storage } from '../../files/store.ts';
import { fieldsInvalid, Problem } from '../../platform/problem.ts';
import type { Enclosure } from './compose.ts';
import { findContents, type SentFile } from './queries.ts';

/**
 * The files that a caller sends along. 404 for one that they may not read, 422 when they are too
 * long together, or the scanner has not let one through.
 */
export async function filesOf(
  core: FilesCore,
  caller: Caller,
  account_uuid: string,
  uuids: string[],
): Promise<SentFile[] | Problem> {
  const files: SentFile[] = [];
  for (const [index, uuid] of uuids.entries()) {
    const file = await findSeen(core, caller, uuid.toLowerCase());
    if (file instanceof Problem) return file;
    const isOpen = file.scan === 'none' || file.scan === 'clean';
    if (file.account_uuid !== account_uuid || !isOpen) return notAlong(index, file.name);
    const { name, type, content_uuid } = file;
    files.push({ uuid: file.uuid, name, type, content_uuid, size_bytes: Number(file.size_bytes) });
  }
  const sum = files.reduce((all, { size_bytes }) => all + size_bytes, 0);
  if (sum <= MAIL_FILES_MAX_BYTES) return files;
  const detail =
    '/file_uuids has more than 18 MiB in all, which most mail servers refuse. Send a link, or fewer files.';
  return fieldsInvalid({ pointer: '/file_uuids', code: 'not_allowed', detail });
}

function notAlong(index: number, name: string): Problem {
  const pointer = `/file_uuids/${index}`;
  const detail = `${pointer} (${name}) is of another Account, or the scanner has not let it through.`;
  return fieldsInvalid({ pointer, code: 'not_allowed', detail });
}

/** The files with their bytes; null: one is gone for good. */
export async function readFiles(
  storage: Storage,
  account_uuid: string,
  files: SentFile[],
): Promise<Enclosure[] | null> {
  const uuids = files.map(({ content_uuid }) => content_uuid);
  const contents = files.length > 0 ? await findContents(storage.db, account_uuid, uuids) : [];
  const read: Enclosure[] = [];
  for (const { name, type, content_uuid } of files) {
    const content = contents.find((one) => one.content_uuid === content_uuid);
    if (!content) return null;
    const pieces: Buffer[] = [];
    for await (const piece of readContent(storage, content)) pieces.push(piece);
    read.push({ name, type, bytes: Buffer.concat(pieces) });
  }
  return read;
}
