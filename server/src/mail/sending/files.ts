import { MAIL_FILES_MAX_BYTES, type MailCreate } from '@rapport/contract/outgoing-mails';
import type { Caller } from '../../access/caller.ts';
import { findSeen } from '../../files/actions.ts';
import type { FilesCore } from '../../files/seen.ts';
import { readContent, type Storage, type StoredContent } from '../../files/store.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { findAttachment, readAttachment, scanned } from '../mails/attachments.ts';
import type { Enclosure } from './compose.ts';
import { findContents, type OutgoingRow, type SentFile } from './queries.ts';

/**
 * Why the scanner does not let the attachments through that a caller sends along. It may take long,
 * so nothing waits for it in a transaction. Of one that they may not read `filesOf` tells.
 */
export async function scanAttachments(
  core: FilesCore,
  caller: Caller,
  { attachments = [] }: Pick<MailCreate, 'attachments'>,
): Promise<Problem | null> {
  if (core.scanner === null) return null;
  for (const { mail_uuid, number } of attachments) {
    const found = await findAttachment(core, caller, mail_uuid.toLowerCase(), number);
    const refusal = found instanceof Problem ? null : await scanned(core, found);
    if (refusal) return refusal;
  }
  return null;
}

/**
 * The files and attachments that a caller sends along. 404 for one that they may not read, 422 when
 * they are too long together, or the scanner has not let a file through. `scan` is what
 * `scanAttachments` has said.
 */
export async function filesOf(
  core: FilesCore,
  caller: Caller,
  account_uuid: string,
  { file_uuids = [], attachments = [] }: Pick<MailCreate, 'file_uuids' | 'attachments'>,
  scan: Problem | null,
): Promise<OutgoingRow['files'] | Problem> {
  const files: OutgoingRow['files'] = [];
  for (const [index, uuid] of file_uuids.entries()) {
    const file = await findSeen(core, caller, uuid.toLowerCase());
    if (file instanceof Problem) return file;
    const isOpen = file.scan === 'none' || file.scan === 'clean';
    if (file.account_uuid !== account_uuid || !isOpen) return notAlong(index, file.name);
    const { name, type, content_uuid } = file;
    files.push({ uuid: file.uuid, name, type, content_uuid, size_bytes: Number(file.size_bytes) });
  }
  for (const { mail_uuid: named, number } of attachments) {
    const mail_uuid = named.toLowerCase();
    const found = await findAttachment(core, caller, mail_uuid, number);
    if (found instanceof Problem) return found;
    if (found.account_uuid !== account_uuid) return notFound('mail');
    const { name, type, size_bytes } = found;
    files.push({ mail_uuid, number, name, type, size_bytes });
  }
  if (scan) return scan;
  const sum = files.reduce((all, { size_bytes }) => all + size_bytes, 0);
  if (sum <= MAIL_FILES_MAX_BYTES) return files;
  const pointer = attachments.length > 0 ? '/attachments' : '/file_uuids';
  const detail = `${pointer} has more than 18 MiB with all that goes with the mail, which most mail servers refuse. Send a link, or fewer files.`;
  return fieldsInvalid({ pointer, code: 'not_allowed', detail });
}

function notAlong(index: number, name: string): Problem {
  const pointer = `/file_uuids/${index}`;
  const detail = `${pointer} (${name}) is of another Account, or the scanner has not let it through.`;
  return fieldsInvalid({ pointer, code: 'not_allowed', detail });
}

/** What goes with a mail, with its bytes; null: one is gone for good. */
export async function readFiles(
  storage: Storage,
  account_uuid: string,
  files: OutgoingRow['files'],
): Promise<Enclosure[] | null> {
  const uuids = files.flatMap((one) => ('uuid' in one ? [one.content_uuid] : []));
  const contents = uuids.length > 0 ? await findContents(storage.db, account_uuid, uuids) : [];
  const read: Enclosure[] = [];
  for (const file of files) {
    const bytes =
      'uuid' in file
        ? await readFile(storage, contents, file)
        : await readAttachment(storage.db, account_uuid, file);
    if (bytes === null) return null;
    read.push({ name: file.name, type: file.type, bytes });
  }
  return read;
}

async function readFile(
  storage: Storage,
  contents: StoredContent[],
  { content_uuid }: SentFile,
): Promise<Buffer | null> {
  const content = contents.find((one) => one.content_uuid === content_uuid);
  if (!content) return null;
  const pieces: Buffer[] = [];
  for await (const piece of readContent(storage, content)) pieces.push(piece);
  return Buffer.concat(pieces);
}
